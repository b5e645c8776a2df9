/**
 * Runs in the page: `time(view, tools)` makes the clock that the frames of a page share. Times are milliseconds since
 * the page began.
 *
 * A callback runs in a task of its own (a message), so that microtasks and errors behave as in a browser. Only `run`
 * advances the clock, from one event to the next. Growing arrays are not changed with `push`, which a page may have
 * replaced. Reading the time also advances it, for scripts that wait in a loop (`while (Date.now() < end)`).
 */
export const time = String.raw`function (view, tools) {
  const frameMs = 1000 / 60,
    freeReads = 1000,
    readMs = 0.05,
    farMs = 50,
    sliceMs = 8,
    promptMs = 4,
    maxRounds = 200,
    maxTurns = 500;
  const native = {
    setTimeout: view.setTimeout.bind(view),
    frame: view.requestAnimationFrame.bind(view),
    now: view.performance.now.bind(view.performance),
    images: Object.getOwnPropertyDescriptor(view.Document.prototype, 'images').get,
    post: view.MessagePort.prototype.postMessage,
  };
  const clock = {
    time: 0,
    posted: 0,
    observers: 0,
    holds: new Set(),
    pictures: new Set(),
    documents: new Set(),
    driven: false,
  };
  let reads = 0,
    serial = 0,
    frames = [],
    painting = 0,
    heard = 0,
    watched = 0,
    level = 0;
  const queue = [],
    timers = new Map();

  clock.read = () => {
    reads += 1;
    if (reads > freeReads) clock.time += readMs;
    return clock.time;
  };

  const channel = new view.MessageChannel(),
    waiting = [];
  channel.port1.onmessage = () => waiting.shift()();
  /** Runs a callback in a task of its own; an exception in it is the page's error. */
  const turn = (callback) =>
    new Promise((resolve) => {
      waiting[waiting.length] = () => {
        reads = 0;
        try {
          if (callback) callback();
        } finally {
          resolve();
        }
      };
      Reflect.apply(native.post, channel.port2, [0]);
    });
  const pause = (milliseconds) => new Promise((resolve) => native.setTimeout(resolve, milliseconds));
  const painted = () =>
    new Promise((resolve) => {
      native.setTimeout(resolve, 250);
      native.frame(() => native.setTimeout(resolve, 0));
    });

  const isLater = (a, b) => a.due > b.due || (a.due === b.due && a.serial > b.serial);
  const enqueue = (timer) => {
    timer.serial = serial += 1;
    let low = 0,
      high = queue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isLater(queue[middle], timer)) high = middle;
      else low = middle + 1;
    }
    queue.splice(low, 0, timer);
  };
  const isGone = (timer) => !timers.has(timer.id) || timer.document.defaultView === null;
  const first = () => {
    while (queue.length > 0 && isGone(queue[0])) timers.delete(queue.shift().id);
    return queue[0];
  };

  /** Registers a timer. Its delay is at least 4 ms from the fifth nested timer on (HTML Standard, 8.6). */
  clock.set = (document, callback, delay, repeats) => {
    let wait = Math.trunc(Number(delay)) | 0;
    if (wait < 0) wait = 0;
    if (level >= 5 && wait < 4) wait = 4;
    const timer = {
      id: (serial += 1),
      document,
      callback,
      wait,
      due: clock.time + wait,
      repeats,
      level: level + 1,
    };
    timers.set(timer.id, timer);
    enqueue(timer);
    if (!clock.driven && wait <= promptMs) native.setTimeout(prompt, 0);
    return timer.id;
  };
  clock.clear = (id) => void timers.delete(Number(id));
  clock.frame = (document, callback) => {
    const id = (serial += 1);
    frames[frames.length] = { id, document, callback };
    return id;
  };
  clock.unframe = (id) => {
    for (const frame of frames) if (frame.id === Number(id)) frame.callback = null;
    frames = frames.filter(({ callback }) => callback !== null);
  };

  const fire = (timer) => {
    queue.splice(queue.indexOf(timer), 1);
    if (isGone(timer)) return undefined;
    if (!timer.repeats) timers.delete(timer.id);
    level = timer.level;
    try {
      timer.callback();
    } finally {
      level = 0;
      if (timer.repeats && timers.has(timer.id)) {
        timer.level += 1;
        timer.due = Math.max(clock.time, timer.due) + Math.max(timer.wait, timer.level > 5 ? 4 : 1);
        enqueue(timer);
      }
    }
  };

  /**
   * While a page loads, its clock stands still; timers with next to no delay run all the same, because they may set
   * listeners for the load.
   */
  function prompt() {
    if (clock.driven) return;
    first();
    const timer = queue.find((one) => one.wait <= promptMs && !isGone(one));
    if (timer === undefined) return;
    clock.time = Math.max(clock.time, Math.min(timer.due, queue[0].due));
    if (timer.repeats) native.setTimeout(prompt, promptMs);
    reads = 0;
    fire(timer);
  }

  const fireEarly = (timer) => {
    if (clock.driven || queue.indexOf(timer) < 0 || isGone(timer)) return;
    clock.time = Math.max(clock.time, Math.min(timer.due, queue[0].due));
    reads = 0;
    fire(timer);
  };

  /**
   * In a browser it is chance whether a timer without delay or the load comes first: here timers that were set before
   * do. Returns functions to be called in order, each as the listener of an event, so that microtasks and errors of a
   * timer come before the next one. The last function runs all that are left.
   */
  clock.beforeLoad = (document) => {
    const runs = [];
    if (clock.driven) return runs;
    const due = queue.filter((one) => one.document === document && one.wait <= promptMs && !one.repeats);
    for (let index = 0; index < Math.min(due.length, maxTurns); index += 1)
      runs[index] = () => fireEarly(due[index]);
    if (due.length > maxTurns)
      runs[maxTurns] = () => {
        for (let index = maxTurns; index < due.length; index += 1) {
          try {
            fireEarly(due[index]);
          } catch (error) {
            view.reportError(error);
          }
        }
      };
    return runs;
  };

  const motion = tools.motion(clock);
  /** Pictures of a document. Its own 'images' may be overridden by an element of that name. */
  const picturesOf = (document) =>
    document.defaultView === null ? [] : [...Reflect.apply(native.images, document, [])];
  const pictures = () => [...clock.documents].flatMap(picturesOf);
  /**
   * True while a picture is on its way: one that was loaded before makes no request, and one whose address a script has
   * set is on its way until its event.
   */
  const awaitsPicture = () =>
    [...clock.pictures].some((image) => image.ownerDocument.defaultView !== null && image.hasAttribute('src')) ||
    pictures().some((image) => !image.complete);
  const isHeld = () =>
    clock.holds.size > 0 ||
    [...clock.documents].some((one) => one.defaultView !== null && one.fonts.status === 'loading') ||
    isLoading(view) ||
    awaitsPicture();
  const isLoading = (window) => {
    for (let index = 0; index < window.length; index += 1) {
      try {
        const inner = window[index];
        if (inner.document.readyState !== 'complete' || isLoading(inner)) return true;
      } catch {
        /* a frame of another origin has a clock of its own */
      }
    }
    return false;
  };

  /** Lets everything that is due happen: messages, promises, reports of observers. */
  const calm = async () => {
    await turn();
    for (let round = 0, seen = -1; round < maxRounds && seen !== clock.posted; round += 1) {
      seen = clock.posted;
      if (round > 0 || seen !== heard) await pause(0);
    }
    heard = clock.posted;
    if (watched !== clock.observers) {
      watched = clock.observers;
      await painted();
    }
  };

  /** Number of the next frame: not before now, and no frame twice. */
  const nextFrame = () => Math.max(Math.ceil(clock.time / frameMs - 1e-6), painting + 1);
  const next = () =>
    Math.min(first()?.due ?? Infinity, frames.length > 0 ? nextFrame() * frameMs : Infinity, motion.nextEnd());

  const advance = async (to) => {
    const timer = first();
    const isFrame = frames.length > 0 && nextFrame() * frameMs === to && !(timer?.due <= to);
    if (isFrame) painting = nextFrame();
    clock.time = Math.max(clock.time, to);
    const ended = motion.seek();
    if (isFrame) {
      const all = frames;
      frames = [];
      const at = clock.time;
      for (const frame of all)
        await turn(() => frame.callback !== null && frame.document.defaultView !== null && frame.callback(at));
    } else if (timer?.due <= clock.time) {
      await turn(() => fire(timer));
    }
    if (ended) await painted();
  };

  const moving = (limit) => [
    ...(frames.length > 0 ? ['animation frames'] : []),
    ...[...timers.values()]
      .filter((timer) => !isGone(timer) && timer.wait <= limit && (timer.repeats || timer.level > 1))
      .map(({ repeats, wait }) => (repeats ? 'an interval of ' : 'a timer of ') + wait + ' ms'),
    ...motion.moving(),
  ];

  /**
   * Runs the clock until the page is still, to 'limit' at most. Returns its state: 'still', 'limit', 'true' (the
   * condition 'until' holds). The other states want another run: 'held' (something is loading; 'heedless' ignores
   * that), 'far' (nothing happens until 'to'; 'leap' goes there), 'slice' (a pause for a sign of life).
   */
  clock.run = async ({ limit, until = null, exact = false, leap = null, heedless = false }) => {
    clock.driven = true;
    const isWaiting = () => !heedless && isHeld();
    const answer = (state, to = null) => ({
      state,
      to,
      time: clock.time,
      moving: state === 'limit' ? [...new Set(moving(limit))].slice(0, 5) : [],
    });
    for (const end = native.now() + sliceMs; ;) {
      await calm();
      motion.look();
      if (until !== null && (await until())) return answer('true');
      if (isWaiting()) return answer('held');
      const at = next();
      const isOver = at > limit;
      if (isOver && !exact && !motion.isEndless() && moving(limit).length === 0) {
        if (clock.observers > 0 || pictures().length > 0) {
          const before = serial; // a picture is complete before its event
          for (let frame = 0; frame < 2; frame += 1) await painted();
          await calm();
          if (before !== serial || isWaiting() || next() <= limit) continue;
        }
        return answer('still');
      }
      const to = Math.min(at, limit);
      if (to > clock.time + farMs && leap !== to) return answer('far', to);
      if (isOver) {
        clock.time = Math.max(clock.time, limit);
        if (motion.seek()) await painted();
        return answer('limit');
      }
      await advance(at);
      if (native.now() > end) return answer('slice');
    }
  };
  return clock;
}`;
