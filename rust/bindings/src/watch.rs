//! Long work on a thread of its own, while the calling thread listens for events and for Ctrl-C.

use std::panic::{PanicHookInfo, set_hook, take_hook};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use furyhouse_search::STACK_BYTES;
use pyo3::prelude::*;

use crate::errors::EngineError;

/// How often the calling thread looks whether Ctrl-C was pressed.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(25);

/// How long work may take to end once it was told to stop; after that it is left alone, and ends unheard.
const PATIENCE: Duration = Duration::from_millis(100);

/// What the names of all threads that work for furyhouse begin with.
const NAME: &str = "furyhouse";

/// The last panic of a working thread: its text and its place.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// Keeps panics of working threads for the exception that they become, instead of printing them.
pub(crate) fn keep_panics() {
    let usual = take_hook();
    set_hook(Box::new(move |panic| {
        if thread::current()
            .name()
            .is_some_and(|name| name.starts_with(NAME))
        {
            *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = told(panic);
        } else {
            usual(panic);
        }
    }));
}

fn told(panic: &PanicHookInfo<'_>) -> String {
    let text = panic.payload_as_str().unwrap_or("no reason given");
    match panic.location() {
        Some(place) => format!("{text}, {place}"),
        None => text.to_owned(),
    }
}

/// Runs `work` on a new thread and gives its result. The interpreter is released while waiting.
///
/// `work` sends events, which `hear` handles on the calling thread, the only one that touches Python. When `hear` or a
/// signal handler raises, `stop` is called and the exception returned.
pub(crate) fn run<T: Send + 'static, E: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(Sender<E>) -> T + Send + 'static,
    mut hear: impl FnMut(E) -> PyResult<()>,
    stop: impl FnOnce(),
) -> PyResult<T> {
    let (sender, mut receiver) = channel();
    let builder = thread::Builder::new()
        .name(NAME.to_owned())
        .stack_size(STACK_BYTES);
    let worker = builder
        .spawn(move || work(sender))
        .map_err(|error| EngineError::new_err(format!("no thread can be started: {error}")))?;
    loop {
        let event;
        (receiver, event) = wait(py, receiver);
        let heard = match event {
            Ok(event) => hear(event),
            Err(RecvTimeoutError::Timeout) => Ok(()),
            // The work has dropped its sender: it has ended, well or in a panic.
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if let Err(error) = heard.and_then(|()| py.check_signals()) {
            stop();
            py.detach(move || drain(&receiver));
            return Err(error);
        }
    }
    py.detach(|| worker.join()).map_err(|_| {
        let panic = PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        EngineError::new_err(format!(
            "furyhouse failed inside ({panic}): please report the position and the call"
        ))
    })
}

/// Waits for the next event with the interpreter released. The receiver goes along, since it cannot be shared.
fn wait<E: Send>(
    py: Python<'_>,
    receiver: Receiver<E>,
) -> (Receiver<E>, Result<E, RecvTimeoutError>) {
    py.detach(move || {
        let event = receiver.recv_timeout(SIGNAL_INTERVAL);
        (receiver, event)
    })
}

/// Waits until the work has ended, but not for ever.
fn drain<E>(receiver: &Receiver<E>) {
    let deadline = Instant::now() + PATIENCE;
    while let Some(left) = deadline.checked_duration_since(Instant::now()) {
        if matches!(
            receiver.recv_timeout(left),
            Err(RecvTimeoutError::Disconnected)
        ) {
            return;
        }
    }
}
