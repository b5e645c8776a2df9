import { idOfName } from '../../objects/id-of-name.ts';
import { Name } from '../../objects/objects.ts';
import { serialize } from '../../objects/serialize.ts';
import { baseAddressPattern } from '../link-actions.ts';

/** An action that leads to an id of the document, as Skia writes it where the id is in another part. */
const actionToId = new RegExp(
  String.raw`\/A <<\/Type \/Action\s+\/S \/URI\s+\/URI \(${baseAddressPattern}(?:part)?#((?:[^\\()]|\\[\s\S])*)\)>>`,
  'g',
);

/** The text of an object whose links to ids lead to the destinations of these names, in whichever part they are. */
export function joinLinks(text: string, names: ReadonlyMap<string, string>): string {
  return text.includes('/S /URI')
    ? text.replace(actionToId, (action, id: string) => destinationOf(id, names) ?? action)
    : text;
}

/** The entry of a link to an id, as the text of a string in a file. */
function destinationOf(id: string, names: ReadonlyMap<string, string>): string | null {
  const name = names.get(idOfName(id.replace(/\\([\s\S])/g, '$1')));
  return name === undefined ? null : `/Dest ${serialize(new Name(Buffer.from(name, 'utf8').toString('latin1')))}`;
}
