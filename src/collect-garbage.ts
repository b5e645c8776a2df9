import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'major'; readonly flavor: 'regular' | 'last-resort' }) => void;

let collect: Collect | undefined;

/**
 * Runs the garbage collector of V8 on this thread; `last-resort` also returns free memory to the machine. Node exposes
 * it by a flag at its start, or in a context that is made after the flag was set.
 */
export function collectGarbage(flavor: 'regular' | 'last-resort' = 'regular'): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect({ type: 'major', flavor });
}
