/**
 * Runs in the page: `motion(clock)` seeks the animations of the browser. The document's timeline is stopped (CDP
 * `Animation.setPlaybackRate`): an animation stays where it was last put, and reports that it runs. Sources: Web
 * Animations Level 1; SVG 2 and SMIL for animation elements.
 */
export const motion = String.raw`function (clock) {
  const maxReported = 5,
    svg = 'http://www.w3.org/2000/svg';
  const smilNames = ['animate', 'animateMotion', 'animateTransform', 'set'];
  const seen = new WeakMap(),
    images = new Map(),
    roots = new WeakMap();
  let running = [];

  const live = () => {
    for (const document of clock.documents) if (document.defaultView === null) clock.documents.delete(document);
    return [...clock.documents];
  };
  const animationsOf = (document) =>
    [document, ...(clock.shadows.get(document) ?? [])].flatMap((root) => root.getAnimations());
  const endOf = ({ animation, timing }) => {
    const rate = animation.playbackRate;
    const left = rate > 0 ? (timing.endTime - animation.currentTime) / rate : animation.currentTime / -rate;
    return clock.time + Math.max(left, 0);
  };

  const smilOf = (document) => {
    const lists = roots.get(document) ?? smilNames.map((name) => document.getElementsByTagNameNS(svg, name));
    roots.set(document, lists);
    return lists.flatMap((list) => (list.length === 0 ? [] : [...list]));
  };
  const outermost = (element) => {
    let root = element.ownerSVGElement;
    while (root?.ownerSVGElement) root = root.ownerSVGElement;
    return root;
  };
  /** Time of the clock (milliseconds) at which an animation element ends; null = it has ended or not begun. */
  const smilEnd = (element) => {
    const from = images.get(outermost(element));
    try {
      const repeats = element.getAttribute('repeatCount') ?? '1';
      const isEndless = repeats === 'indefinite' || element.getAttribute('repeatDur') === 'indefinite';
      if (isEndless && !element.hasAttribute('end')) return Infinity;
      const begins = element.getStartTime();
      const active = element.getSimpleDuration() * (Number.parseFloat(repeats) || 1);
      const end = from + (begins + active) * 1000;
      return end > clock.time + 1e-6 ? end : null;
    } catch {
      return null;
    }
  };

  /** Finds what runs now; new animations begin now. Updates styles, so that transitions begin. */
  const look = () => {
    running = [];
    for (const document of live()) {
      for (const animation of animationsOf(document)) {
        if (
          animation.playState !== 'running' ||
          animation.timeline !== document.timeline ||
          animation.playbackRate === 0 ||
          animation.currentTime === null
        )
          continue;
        if (!seen.has(animation)) seen.set(animation, clock.time);
        running[running.length] = { animation, timing: animation.effect.getComputedTiming() };
      }
      for (const element of smilOf(document)) {
        const root = outermost(element);
        if (root === null || images.has(root)) continue;
        images.set(root, clock.time);
        root.pauseAnimations();
        root.setCurrentTime(0);
      }
    }
  };

  /** Seeks everything to the time of the clock. True where something ended, so that the next frame has events. */
  const seek = () => {
    let ended = false;
    for (const { animation } of running) {
      const passed = clock.time - seen.get(animation);
      if (animation.playState !== 'running' || !(passed > 0)) continue;
      animation.currentTime += passed * animation.playbackRate;
      seen.set(animation, clock.time);
      ended ||= animation.playState === 'finished';
    }
    for (const [root, from] of images) {
      const isOver = root.isConnected && clock.time > from && root.getCurrentTime() * 1000 < clock.time - from;
      if (!root.isConnected) images.delete(root);
      else if (isOver) root.setCurrentTime((clock.time - from) / 1000);
    }
    return ended;
  };

  const smilEnds = () =>
    images.size === 0
      ? []
      : live()
          .flatMap(smilOf)
          .map((element) => ({ element, end: smilEnd(element) }));
  const nextEnd = () => {
    const ends = [
      ...running.filter(({ animation }) => animation.playState === 'running').map(endOf),
      ...smilEnds().map(({ end }) => end ?? Infinity),
    ];
    return ends.reduce((least, end) => Math.min(least, end), Infinity);
  };
  const nameOf = (element) => (element ? element.localName + (element.id ? '#' + element.id : '') : 'nothing');
  const moving = () =>
    [
      ...running
        .filter(({ animation }) => animation.playState === 'running')
        .map(
          ({ animation }) =>
            'the animation ' +
            (animation.animationName ?? animation.transitionProperty ?? animation.id) +
            ' of ' +
            nameOf(animation.effect?.target),
        ),
      ...smilEnds()
        .filter(({ end }) => end !== null)
        .map(({ element }) => element.localName + ' in ' + nameOf(element.parentElement)),
    ].slice(0, maxReported);
  const isEndless = () =>
    running.some(({ timing, animation }) => animation.playState === 'running' && timing.endTime === Infinity) ||
    smilEnds().some(({ end }) => end === Infinity);
  return { look, seek, nextEnd, moving, isEndless };
}`;
