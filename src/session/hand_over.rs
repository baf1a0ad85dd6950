//! Hands a link over to the copy of the program that runs already. A second copy would save nothing, so a link that is
//! clicked on a desktop opens in the window that is there. The copies speak through a socket in the player's folder. On
//! systems without such sockets, and in a folder whose path is too long for one, each link opens a window of its own.

use std::sync::Mutex;
use std::sync::mpsc::Receiver;

use bevy::prelude::*;

use super::Link;
use crate::base::lock;

#[cfg(not(unix))]
pub use elsewhere::{hand_over, listen};
#[cfg(unix)]
pub use socket::{hand_over, listen};

/// The links that other copies have handed over, the oldest first.
#[derive(Resource)]
pub struct Inbox(Mutex<Receiver<Link>>);

impl Inbox {
    /// Takes the oldest link that was not taken yet; `None` if all were.
    pub fn take(&self) -> Option<Link> {
        lock(&self.0).try_recv().ok()
    }
}

#[cfg(unix)]
mod socket {
    use std::fs;
    use std::io::{self, Read, Write};
    use std::net::Shutdown;
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::path::PathBuf;
    use std::sync::{Mutex, mpsc};
    use std::thread;
    use std::time::Duration;

    use bevy::log::warn;

    use super::Inbox;
    use crate::session::link::MOST_BYTES;
    use crate::session::{Folders, Link};

    /// The longest time that one copy waits for the other. A test may run on a machine that is busy.
    const PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 600 } else { 2 });
    /// The time after which the system is asked again for a connection that it could not give.
    const RETRY_AFTER: Duration = Duration::from_secs(1);
    /// The most bytes that are read of a link; a longer one is refused. In a link each byte may take three characters.
    const MOST: u64 = 4 * MOST_BYTES as u64;
    /// The answer to a link that is taken.
    const TAKEN: &str = "taken";

    fn path(folders: &Folders) -> PathBuf {
        folders.data.join("evolvarium.socket")
    }

    /// Hands a link over. Returns false if no copy of the program that uses these folders takes it within two seconds.
    pub fn hand_over(folders: &Folders, link: &Link) -> bool {
        let send = || -> io::Result<String> {
            let mut stream = UnixStream::connect(path(folders))?;
            stream.set_read_timeout(Some(PATIENCE))?;
            stream.set_write_timeout(Some(PATIENCE))?;
            stream.write_all(link.to_string().as_bytes())?;
            stream.shutdown(Shutdown::Write)?;
            let mut answer = String::new();
            stream
                .take(TAKEN.len() as u64)
                .read_to_string(&mut answer)?;
            Ok(answer)
        };
        // Without an answer the link opens in a window of its own, so the reason does not matter.
        send().is_ok_and(|answer| answer == TAKEN)
    }

    /// Listens for links on a thread of its own, which calls `wake` after each one and lasts as long as the program.
    /// Only the copy that holds the lock on the folders may call this. It is an error if the socket or the thread
    /// cannot be made.
    pub fn listen(folders: &Folders, wake: impl Fn() + Send + 'static) -> io::Result<Inbox> {
        let path = path(folders);
        // An earlier copy leaves its socket behind.
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let listener = UnixListener::bind(&path)?;
        let (sender, receiver) = mpsc::channel();
        let take_links = move || {
            loop {
                let mut stream = match listener.accept() {
                    Ok((stream, _)) => stream,
                    Err(why) => {
                        warn!("a link from another copy was not received: {why}");
                        thread::sleep(RETRY_AFTER);
                        continue;
                    }
                };
                let Some(link) = read_link(&mut stream) else {
                    continue;
                };
                if sender.send(link).is_err() {
                    return;
                }
                // A copy that does not wait any longer opens the link itself.
                let _ = stream.write_all(TAKEN.as_bytes());
                wake();
            }
        };
        thread::Builder::new()
            .name("links".into())
            .spawn(take_links)?;
        Ok(Inbox(Mutex::new(receiver)))
    }

    /// Reads a link from another copy; `None` if it is broken or comes too slowly.
    fn read_link(stream: &mut UnixStream) -> Option<Link> {
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        stream.set_write_timeout(Some(PATIENCE)).ok()?;
        let mut text = String::new();
        stream.take(MOST).read_to_string(&mut text).ok()?;
        text.parse().ok()
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        fn folders(folder: &tempfile::TempDir) -> Folders {
            let folders = Folders::within(folder.path());
            fs::create_dir_all(&folders.data).expect("made");
            folders
        }

        fn link(text: &str) -> Link {
            text.parse().expect("a link")
        }

        #[test]
        fn links_reach_the_copy_that_listens_in_their_order() {
            let folder = tempfile::tempdir().expect("a folder");
            let folders = folders(&folder);
            let (woken, wakes) = mpsc::channel();
            let inbox = listen(&folders, move || woken.send(()).expect("it is awaited"));
            let inbox = inbox.expect("it listens");
            assert!(inbox.take().is_none());
            let links = [
                "evolvarium:hexxagon:b1-human-level2#a",
                "evolvarium:tic-tac-toe:3x3k3-human-rules#b",
            ];
            for text in links {
                assert!(hand_over(&folders, &link(text)));
                wakes.recv().expect("it wakes the program");
            }
            assert_eq!(
                links.map(|_| inbox.take()),
                links.map(|text| Some(link(text)))
            );
            assert!(inbox.take().is_none());
        }

        #[test]
        fn without_a_copy_that_listens_nothing_is_handed_over() {
            let folder = tempfile::tempdir().expect("a folder");
            let folders = folders(&folder);
            let link = link("evolvarium:hexxagon:b1-human-level2#a");
            assert!(!hand_over(&folders, &link));
            // A copy that was killed leaves such a socket behind. The next copy takes its place.
            drop(UnixListener::bind(path(&folders)).expect("bound"));
            assert!(path(&folders).exists());
            assert!(!hand_over(&folders, &link));
            let _inbox = listen(&folders, || {}).expect("it listens");
            assert!(hand_over(&folders, &link));
        }

        #[test]
        fn a_broken_link_is_neither_taken_nor_the_end() {
            let folder = tempfile::tempdir().expect("a folder");
            let folders = folders(&folder);
            let inbox = listen(&folders, || {}).expect("it listens");
            let too_long = "evolvarium:".to_owned() + &"a".repeat(5 * MOST_BYTES);
            for text in ["evolvarium:chess#%zz", "\u{0}", "", &too_long] {
                let mut stream = UnixStream::connect(path(&folders)).expect("it listens");
                // The other copy may have closed a text that is too long before its end.
                let _ = stream.write_all(text.as_bytes());
                let _ = stream.shutdown(Shutdown::Write);
                let mut answer = Vec::new();
                let _ = stream.read_to_end(&mut answer);
                assert!(answer.is_empty(), "{} bytes", text.len());
            }
            assert!(inbox.take().is_none());
            assert!(hand_over(
                &folders,
                &link("evolvarium:hexxagon:b1-human-level2#a")
            ));
            assert!(inbox.take().is_some());
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::io;

    use super::Inbox;
    use crate::session::{Folders, Link};

    /// Returns false: no link is handed over on this system.
    pub fn hand_over(_: &Folders, _: &Link) -> bool {
        false
    }

    /// Returns an error: no link is handed over on this system.
    pub fn listen(_: &Folders, _: impl Fn() + Send + 'static) -> io::Result<Inbox> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
