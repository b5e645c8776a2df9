import { Dict } from '../../objects/objects.ts';
import { parseBody } from '../../objects/parse-body.ts';
import { serialize } from '../../objects/serialize.ts';
import type { Body } from './body.ts';

/**
 * The objects of a file that are no streams. They stay text. An object is parsed when it is first requested, and only
 * parsed objects are written again, so that a small change to a large file costs little.
 */
export class LooseObjects {
  readonly bodies: readonly Body[];
  readonly #dicts = new Map<number, Dict | null>();
  readonly #added: number[] = [];
  /** By number. */
  #texts: (string | undefined)[] | undefined;
  #next: number;

  /** `next` is the first number that no object has. */
  constructor(bodies: readonly Body[], next: number) {
    this.bodies = bodies;
    this.#next = next;
  }

  /** The first number that no object has now. */
  get next(): number {
    return this.#next;
  }

  /** The body as it was; '' where there is none. */
  text(number: number): string {
    if (this.#texts === undefined) {
      this.#texts = [];
      for (const [each, body] of this.bodies) this.#texts[each] = body;
    }
    return this.#texts[number] ?? '';
  }

  /** The dictionary, to read and to change; `null` where there is none, or something else. */
  dict(number: number): Dict | null {
    const known = this.#dicts.get(number);
    if (known !== undefined) return known;
    const value = parseBody(this.text(number));
    const dict = value instanceof Dict ? value : null;
    this.#dicts.set(number, dict);
    return dict;
  }

  /** A new object; its number. */
  add(dict: Dict): number {
    const number = this.reserve();
    this.#dicts.set(number, dict);
    this.#added.push(number);
    return number;
  }

  /** A number for an object that the caller writes. */
  reserve(): number {
    return this.#next++;
  }

  /** All bodies as they are now. */
  written(): Body[] {
    const own = (number: number) => this.#dicts.get(number) ?? null;
    const remaining = this.bodies.map((body): Body => {
      const dict = this.#dicts.size === 0 ? null : own(body[0]);
      return dict === null ? body : [body[0], serialize(dict)];
    });
    return [...remaining, ...this.#added.map((number): Body => [number, serialize(own(number))])];
  }
}
