import { type Obj, Ref } from '../raw/objects.ts';
import { UniqueNames } from './unique-names.ts';

/** The objects of a document that is being put together. Number 0 is the head of the free list (ISO 32000-2, 7.5.4) and holds nothing. */
export class Target {
  readonly objects: Obj[] = [null];
  /** Names of destinations that are given or meant: of the dictionary Dests, of the name tree. */
  readonly destinationNames = { name: new UniqueNames(), string: new UniqueNames() };
  /** The next key of the parent tree (14.7.5.4). */
  #structureKey = 0;

  /** A number for an object that follows. */
  reserve(): Ref {
    this.objects.push(null);
    return new Ref(this.objects.length - 1);
  }

  set(ref: Ref, value: Obj): void {
    this.objects[ref.num] = value;
  }

  add(value: Obj): Ref {
    const ref = this.reserve();
    this.set(ref, value);
    return ref;
  }

  get(obj: Obj): Obj {
    return obj instanceof Ref ? (this.objects[obj.num] ?? null) : obj;
  }

  structureKey(): number {
    return this.#structureKey++;
  }

  get structureKeys(): number {
    return this.#structureKey;
  }
}
