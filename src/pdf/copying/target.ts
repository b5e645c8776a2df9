import type { ByteSink } from '../objects/byte-sink.ts';
import { type Obj, Ref } from '../objects/objects.ts';
import { UniqueNames } from '../facts/unique-names.ts';

/**
 * Objects that are made while they are written, because they are too many to hold together. References are to numbers
 * of the target.
 */
export abstract class Deferred {
  /** The number of its first object. Others may be between its objects. */
  abstract readonly first: number;
  /** The number after that of its last object. */
  abstract readonly end: number;

  /**
   * Calls `visit` with the numbers of what its objects refer to. References to numbers from `first` to `end` are left
   * out. Whoever reaches one of its objects reaches all objects with these numbers.
   */
  abstract references(visit: (num: number) => void): void;

  /** Writes object `num`; `refer` answers the number that an object has in the file. */
  abstract write(num: number, sink: ByteSink, refer: (num: number) => number): void;
}

/**
 * The objects of a document under construction. Number 0 is the head of the free list (ISO 32000-2, 7.5.4) and holds
 * nothing.
 */
export class Target {
  readonly objects: (Obj | Deferred)[] = [null];
  /** Names of destinations that are given or meant: of the dictionary Dests, of the name tree. */
  readonly destinationNames = { name: new UniqueNames(), string: new UniqueNames() };
  /** The next key of the parent tree (14.7.5.4). */
  #structureKey = 0;

  /** A number for an object that follows. */
  reserve(): Ref {
    this.objects.push(null);
    return new Ref(this.objects.length - 1);
  }

  /** `count` numbers after each other; answers the first. */
  reserveRun(count: number): number {
    const first = this.objects.length;
    for (let more = 0; more < count; more += 1) this.objects.push(null);
    return first;
  }

  set(ref: Ref, value: Obj | Deferred): void {
    this.setNum(ref.num, value);
  }

  setNum(num: number, value: Obj | Deferred): void {
    this.objects[num] = value;
  }

  add(value: Obj): Ref {
    const ref = this.reserve();
    this.set(ref, value);
    return ref;
  }

  /** Null for a deferred one. */
  get(obj: Obj): Obj {
    const value = obj instanceof Ref ? (this.objects[obj.num] ?? null) : obj;
    return value instanceof Deferred ? null : value;
  }

  structureKey(): number {
    return this.#structureKey++;
  }

  get structureKeys(): number {
    return this.#structureKey;
  }
}
