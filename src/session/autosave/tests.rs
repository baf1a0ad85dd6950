//! Writing in the background, and files that are set aside.

use super::*;

#[test]
fn a_new_file_is_refused_while_its_name_is_waiting_or_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = Library::of(&Folders::within(folder.path()), "things");
    let name: FileName = "mossy".parse().expect("a name");
    let mut autosave = Autosave::default();
    let is_taken = |result| matches!(result, Err(SaveError::Taken(_)));
    assert!(autosave.write_new(&library, &name, 1, &5).is_ok());
    assert!(!library.path(&name).exists());
    assert!(is_taken(autosave.write_new(&library, &name, 1, &6)));
    assert!(autosave.write_all().is_empty());
    assert!(is_taken(autosave.write_new(&library, &name, 1, &7)));
    let read: Option<i32> = store::read(&library.path(&name), 1).expect("it can be read");
    assert_eq!(read, Some(5));
}

#[test]
fn what_still_waits_is_read_and_files_are_removed_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let (first, second) = (folder.path().join("a.ron"), folder.path().join("b.ron"));
    let mut autosave = Autosave::default();
    autosave.write(first.clone(), 1, &1).expect("queued");
    assert!(autosave.write_all().is_empty());
    autosave.write(first.clone(), 1, &2).expect("queued");
    assert_eq!(autosave.read(&first, 1).expect("readable"), Some(2));
    assert_eq!(autosave.state(&first), FileState::Waiting);
    autosave.remove(first.clone());
    autosave.write(second.clone(), 1, &3).expect("queued");
    assert_eq!(autosave.read::<i32>(&first, 1).expect("readable"), None);
    assert!(!autosave.exists(&first));
    assert_eq!(autosave.next_job().expect("a job").0, second);
    assert_eq!(autosave.next_job().expect("a job").0, first);
}

#[test]
fn the_names_of_a_library_are_those_that_its_files_will_have() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = Library::of(&Folders::within(folder.path()), "things");
    let name = |text: &str| text.parse::<FileName>().expect("a name");
    let (first, second, third) = (name("a"), name("b"), name("c"));
    let mut autosave = Autosave::default();
    for name in [&second, &third] {
        assert!(autosave.write_new(&library, name, 1, &5).is_ok());
    }
    assert!(autosave.write_all().is_empty());
    assert!(autosave.write_new(&library, &first, 1, &6).is_ok());
    autosave.remove(library.path(&second));
    let elsewhere = folder.path().join("d.ron");
    autosave.write(elsewhere, 1, &7).expect("queued");
    assert_eq!(autosave.names_in(&library), [first.clone(), third]);
    // A request that was made stays as it was, whatever becomes of the file.
    let path = library.path(&first);
    let file = autosave.file(&path);
    autosave.remove(path.clone());
    assert_eq!(file.peek(1), Some(6));
    assert_eq!(autosave.file(&path).peek::<i32>(1), None);
}

#[test]
fn a_file_that_cannot_be_written_is_kept_and_written_later() {
    let folder = tempfile::tempdir().expect("a folder");
    // A file stands where the folder of the save should be.
    let blocked = folder.path().join("data");
    std::fs::write(&blocked, "").expect("written");
    let path = blocked.join("save.ron");
    let mut autosave = Autosave::default();
    autosave.write(path.clone(), 1, &1).expect("queued");
    let job = autosave.next_job().expect("a job").1;
    let result = job.run(&path);
    assert!(autosave.end(path.clone(), job.clone(), result).is_some());
    assert!(matches!(autosave.state(&path), FileState::Failed(_)));
    assert_eq!(autosave.read(&path, 1).expect("from memory"), Some(1));
    // The player has been told once.
    let result = job.run(&path);
    assert!(autosave.end(path.clone(), job, result).is_none());
    std::fs::remove_file(&blocked).expect("removed");
    assert!(autosave.write_all().is_empty());
    assert_eq!(autosave.state(&path), FileState::Saved);
}

#[test]
fn the_save_of_a_game_stays_while_its_result_could_not_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    // A file stands where the folder of the results should be.
    let blocked = folder.path().join("data");
    std::fs::write(&blocked, "").expect("written");
    let (result, save) = (blocked.join("results.ron"), folder.path().join("save.ron"));
    std::fs::write(&save, "a save").expect("written");
    let mut autosave = Autosave::default();
    let queue = |autosave: &mut Autosave| {
        autosave.write(result.clone(), 1, &1).expect("queued");
        autosave.remove_after_all(save.clone());
    };
    queue(&mut autosave);
    let (path, job) = autosave.next_job().expect("a job");
    assert_eq!(path, result);
    let failed = job.run(&path);
    autosave.end(path, job, failed);
    assert!(autosave.next_job().is_none(), "the save waits");
    // A file that the player removes goes, and a picture that cannot be written holds nothing back.
    let other = folder.path().join("other.ron");
    std::fs::write(&other, "a level").expect("written");
    autosave.remove(other.clone());
    assert_eq!(
        autosave.next_job().map(|(path, _)| path),
        Some(other.clone())
    );
    autosave.remove(other.clone());
    assert_eq!(autosave.write_all().len(), 1);
    assert!(save.exists() && !other.exists());
    autosave.write_bytes(blocked.join("picture.png"), vec![1]);
    autosave.remove_after_all(save.clone());
    assert_eq!(autosave.write_all().len(), 1);
    assert!(!save.exists());
    std::fs::write(&save, "a save").expect("written");
    // A file that was not written before it is removed holds nothing back.
    queue(&mut autosave);
    let (path, job) = autosave.next_job().expect("a job");
    let failed = job.run(&path);
    autosave.end(path, job, failed);
    autosave.remove(result.clone());
    assert!(autosave.next_job().is_some());
    std::fs::remove_file(&blocked).expect("removed");
    queue(&mut autosave);
    assert!(autosave.write_all().is_empty());
    assert!(result.exists() && !save.exists());
}

#[test]
fn an_older_job_that_has_failed_does_not_follow_a_newer_one_that_is_being_done() {
    IoTaskPool::get_or_init(bevy::tasks::TaskPool::new);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("save.ron");
    let mut autosave = Autosave::default();
    autosave.write(path.clone(), 1, &1).expect("queued");
    let old = autosave.next_job().expect("a job").1;
    let now = Instant::now();
    let failed = FailedJob {
        job: old,
        why: "the disk was full".to_owned(),
        retry_at: now,
    };
    autosave.failed.insert(path.clone(), failed);
    autosave.write(path.clone(), 1, &2).expect("queued");
    let new = autosave.next_job().expect("a job").1;
    let (file, work) = (path.clone(), new.clone());
    // The newer job is held up until it is waited for.
    let (go_on, wait) = std::sync::mpsc::channel();
    let task = IoTaskPool::get().spawn(async move {
        let _ = wait.recv();
        work.run(&file)
    });
    autosave.running = Some(RunningJob {
        path: path.clone(),
        job: new,
        task,
    });
    assert!(autosave.advance(now).is_none());
    assert!(autosave.waiting.is_empty());
    go_on.send(()).expect("it waits");
    assert!(autosave.write_all().is_empty());
    assert_eq!(store::read(&path, 1).expect("readable"), Some(2));
}

#[test]
fn content_whose_text_is_made_later_can_be_read_before_and_after_it_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("list.ron");
    let mut autosave = Autosave::default();
    autosave.write_later(path.clone(), 1, vec![1, 2]);
    autosave.write_later(path.clone(), 1, vec![1, 2, 3]);
    assert_eq!(autosave.state(&path), FileState::Waiting);
    let list = Some(vec![1, 2, 3]);
    assert_eq!(autosave.peek(&path, 1), list);
    assert_eq!(autosave.read(&path, 1).ok(), Some(list.clone()));
    assert!(!path.exists());
    assert!(autosave.write_all().is_empty());
    assert_eq!(autosave.state(&path), FileState::Saved);
    assert_eq!(store::read(&path, 1).expect("readable"), list);
}

#[test]
fn a_file_that_cannot_be_read_is_neither_renamed_nor_written() {
    let folder = tempfile::tempdir().expect("a folder");
    // A folder cannot be read as a file.
    let path = folder.path().join("save.ron");
    std::fs::create_dir(&path).expect("made");
    let mut autosave = Autosave::default();
    let report = autosave.read::<i32>(&path, 1);
    assert!(matches!(report, Err(FileReport::Unreadable(_))));
    autosave.write(path.clone(), 1, &1).expect("dropped");
    assert_eq!(autosave.state(&path), FileState::NotKept);
    assert!(autosave.write_all().is_empty());
    assert!(path.is_dir());
}

#[test]
fn a_second_copy_of_the_program_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let folders = Folders::within(folder.path());
    let autosave = || Autosave {
        lock: lock::claim_folder(&folders),
        ..default()
    };
    let path = folders.game("hexxagon");
    let (mut first, mut second) = (autosave(), autosave());
    first.write(path.clone(), 1, &1).expect("queued");
    second.write(path.clone(), 1, &2).expect("dropped");
    assert_eq!(second.state(&path), FileState::NotKept);
    assert!(second.write_all().is_empty() && !path.exists());
    assert!(first.write_all().is_empty());
    assert_eq!(store::read(&path, 1).expect("readable"), Some(1));
    // It sets no file aside either, which the first copy may be able to read.
    std::fs::write(&path, "broken").expect("written");
    let report = second.read::<i32>(&path, 1);
    assert!(matches!(report, Err(FileReport::Unreadable(_))));
    assert!(path.exists());
    drop(first);
    drop(second);
    assert!(!autosave().lock.is_taken(), "the lock ends with its copy");
}
