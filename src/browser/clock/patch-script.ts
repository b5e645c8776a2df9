/**
 * Runs in every frame before its scripts: `patch(clock, view, { epoch, seed })` replaces the frame's timers, animation
 * frames and times by those of the clock, and makes the clock wait for work that takes real time. Replaced functions
 * are proxies of the native ones, with their `toString`, `name` and `length`.
 */
export const patch = String.raw`function (clock, view, { epoch, seed }) {
  const { document } = view,
    origin = clock.time;
  clock.documents.add(document);
  const replace = (owner, name, apply) => {
    const property = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (typeof property?.value !== 'function') return;
    const proxy = new Proxy(property.value, {
      apply: (target, self, values) => apply(values, self, () => Reflect.apply(target, self, values)),
    });
    Object.defineProperty(owner, name, { ...property, value: proxy });
  };
  const replaceGetter = (owner, name, read) => {
    const property = owner && Object.getOwnPropertyDescriptor(owner, name);
    if (!property?.get) return;
    Object.defineProperty(owner, name, {
      ...property,
      get: new Proxy(property.get, { apply: (target, self) => read(Reflect.apply(target, self, []), self) }),
    });
  };

  // Listeners of the document that are added while its event passes the window are called, each in turn.
  const listen = document.addEventListener.bind(document);
  view.addEventListener(
    'readystatechange',
    () => {
      if (document.readyState !== 'complete') return;
      for (const run of clock.beforeLoad(document)) listen('readystatechange', run, { capture: true, once: true });
    },
    true,
  );

  const runnable = (handler, values) =>
    typeof handler === 'function'
      ? () => Reflect.apply(handler, view, values)
      : () => (0, view.eval)(String(handler));
  replace(view, 'setTimeout', ([handler, delay = 0, ...values]) =>
    clock.set(document, runnable(handler, values), delay, false),
  );
  replace(view, 'setInterval', ([handler, delay = 0, ...values]) =>
    clock.set(document, runnable(handler, values), delay, true),
  );
  for (const name of ['clearTimeout', 'clearInterval', 'cancelIdleCallback'])
    replace(view, name, ([id]) => clock.clear(id));
  const called = (callback, run) => {
    if (typeof callback !== 'function')
      throw new view.TypeError('The callback provided as parameter 1 is not a function.');
    return run();
  };
  replace(view, 'requestAnimationFrame', ([callback]) =>
    called(callback, () => clock.frame(document, (at) => Reflect.apply(callback, view, [at - origin]))),
  );
  replace(view, 'cancelAnimationFrame', ([id]) => clock.unframe(id));
  const realNow = view.performance.now.bind(view.performance);
  replace(view, 'requestIdleCallback', ([callback]) =>
    called(callback, () =>
      clock.set(
        document,
        () => {
          const began = realNow();
          Reflect.apply(callback, view, [
            { didTimeout: false, timeRemaining: () => Math.max(0, 49 - (realNow() - began)) },
          ]);
        },
        1,
        false,
      ),
    ),
  );

  const NativeDate = view.Date;
  const now = () => Math.floor(epoch + clock.read());
  replace(NativeDate, 'now', now);
  const VirtualDate = new Proxy(NativeDate, {
    apply: () => new NativeDate(now()).toString(),
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
  });
  Object.defineProperty(view, 'Date', {
    value: VirtualDate,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  NativeDate.prototype.constructor = VirtualDate;
  replace(view.Intl.DateTimeFormat.prototype, 'formatToParts', ([date], self, run) =>
    date === undefined ? self.formatToParts(now()) : run(),
  );
  replaceGetter(
    view.Intl.DateTimeFormat.prototype,
    'format',
    (format) => (date) => format(date === undefined ? now() : date),
  );
  const instant = () => view.Temporal.Instant.fromEpochMilliseconds(now());
  const zoned = (zone = view.Temporal.Now.timeZoneId()) => instant().toZonedDateTimeISO(zone);
  replace(view.Temporal?.Now, 'instant', instant);
  replace(view.Temporal?.Now, 'zonedDateTimeISO', ([zone]) => zoned(zone));
  for (const kind of ['PlainDateTime', 'PlainDate', 'PlainTime'])
    replace(view.Temporal?.Now, kind[0].toLowerCase() + kind.slice(1) + 'ISO', ([zone]) =>
      zoned(zone)['to' + kind](),
    );

  const passed = () => clock.read() - origin;
  replace(view.Performance.prototype, 'now', passed);
  replaceGetter(view.Performance.prototype, 'timeOrigin', () => epoch + origin);
  replaceGetter(view.Event.prototype, 'timeStamp', () => clock.time - origin);
  // The document's timeline stands still: the time that the clock has passed is added to times that scripts read, and
  // subtracted from times that they set.
  replaceGetter(view.AnimationTimeline?.prototype, 'currentTime', (value, self) =>
    typeof value === 'number' && self === document.timeline ? value + clock.time - origin : value,
  );
  const start = Object.getOwnPropertyDescriptor(view.Animation.prototype, 'startTime');
  const isTimed = (animation, value) => typeof value === 'number' && animation.timeline === document.timeline;
  Object.defineProperty(view.Animation.prototype, 'startTime', {
    ...start,
    get: new Proxy(start.get, {
      apply: (target, self) => {
        const value = Reflect.apply(target, self, []);
        return isTimed(self, value) ? value + clock.time - origin : value;
      },
    }),
    set: new Proxy(start.set, {
      apply: (target, self, [value]) =>
        Reflect.apply(target, self, [isTimed(self, value) ? value - clock.time + origin : value]),
    }),
  });

  /** Stops the clock while work goes on; work that hangs for seconds no longer counts (see run-clock.ts). */
  const hold = () => {
    const token = {};
    clock.holds.add(token);
    return () => void clock.holds.delete(token);
  };
  const source = Object.getOwnPropertyDescriptor(view.HTMLImageElement.prototype, 'src');
  const arrived = ({ target }) => void clock.pictures.delete(target);
  const giveSource = (target, image, values) => {
    for (const type of ['load', 'error']) image.addEventListener(type, arrived, { once: true });
    clock.pictures.add(image);
    return Reflect.apply(target, image, values);
  };
  Object.defineProperty(view.HTMLImageElement.prototype, 'src', {
    ...source,
    set: new Proxy(source.set, { apply: giveSource }),
  });
  const promising = {
    Response: ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'],
    Blob: ['arrayBuffer', 'bytes', 'text'],
    FontFace: ['load'],
    FontFaceSet: ['load'],
    HTMLImageElement: ['decode'],
    SubtleCrypto: [
      'decrypt',
      'deriveBits',
      'deriveKey',
      'digest',
      'encrypt',
      'exportKey',
      'generateKey',
      'importKey',
      'sign',
      'verify',
    ],
    Scheduler: ['postTask', 'yield'],
    OffscreenCanvas: ['convertToBlob'],
    ImageDecoder: ['decode'],
  };
  const awaited = (values, self, run) => {
    const release = hold();
    const result = run();
    if (typeof result?.then === 'function') result.then(release, release);
    else release();
    return result;
  };
  for (const [name, methods] of Object.entries(promising))
    for (const method of methods) replace(view[name]?.prototype, method, awaited);
  for (const name of ['fetch', 'createImageBitmap']) replace(view, name, awaited);
  for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming'])
    replace(view.WebAssembly, name, awaited);
  // A synchronous request that fails throws, and fires no "loadend" (XMLHttpRequest Standard, the send() method).
  const ending = (values, self, run) => {
    const release = hold();
    self.addEventListener('loadend', release, { once: true });
    try {
      return run();
    } catch (error) {
      release();
      throw error;
    }
  };
  replace(view.XMLHttpRequest.prototype, 'send', (values, self, run) =>
    self.readyState === 1 ? ending(values, self, run) : run(),
  );
  for (const name of ['readAsArrayBuffer', 'readAsBinaryString', 'readAsDataURL', 'readAsText'])
    replace(view.FileReader.prototype, name, (values, self, run) =>
      self.readyState === 1 ? run() : ending(values, self, run),
    );
  replace(view.HTMLCanvasElement.prototype, 'toBlob', (values, self, run) => {
    if (typeof values[0] !== 'function') return run();
    const release = hold();
    const [callback] = values;
    values[0] = (blob) => {
      release();
      callback(blob);
    };
    return run();
  });

  // A worker has a real clock of its own: after a message to it, or its start, a message from it is awaited.
  const workers = new WeakMap();
  const expect = (worker) => void (workers.has(worker) || workers.set(worker, hold()));
  const heard = (worker) => {
    workers.get(worker)?.();
    workers.delete(worker);
  };
  if (view.Worker) {
    replace(view.Worker.prototype, 'postMessage', (values, worker, run) => {
      expect(worker);
      return run();
    });
    replace(view.Worker.prototype, 'terminate', (values, worker, run) => {
      heard(worker);
      return run();
    });
    view.Worker = new Proxy(view.Worker, {
      construct(target, values, newTarget) {
        const worker = Reflect.construct(target, values, newTarget);
        for (const type of ['message', 'messageerror', 'error']) worker.addEventListener(type, () => heard(worker));
        expect(worker);
        return worker;
      },
    });
  }
  const posts = (values, self, run) => {
    clock.posted += 1;
    return run();
  };
  replace(view.MessagePort.prototype, 'postMessage', posts);
  replace(view, 'postMessage', posts);
  const observes = (values, self, run) => {
    clock.observers += 1;
    return run();
  };
  for (const name of ['ResizeObserver', 'IntersectionObserver'])
    replace(view[name]?.prototype, 'observe', observes);
  const shadows = [];
  clock.shadows.set(document, shadows);
  replace(view.Element.prototype, 'attachShadow', (values, self, run) => {
    const root = run();
    shadows[shadows.length] = root;
    return root;
  });
  replace(view.AbortSignal, 'timeout', ([milliseconds]) => {
    const controller = new view.AbortController();
    clock.set(
      document,
      () => controller.abort(new view.DOMException('signal timed out', 'TimeoutError')),
      milliseconds,
      false,
    );
    return controller.signal;
  });

  if (seed === null) return;
  // mulberry32: a deterministic document draws the same numbers each time.
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  replace(view.Math, 'random', random);
  replace(view.Crypto.prototype, 'getRandomValues', ([array], self, run) => {
    run();
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = random() * 256;
    return array;
  });
  replace(view.Crypto.prototype, 'randomUUID', () =>
    'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll('x', () => Math.floor(random() * 16).toString(16)),
  );
}`;
