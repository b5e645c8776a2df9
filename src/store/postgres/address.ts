import pg from 'pg';

/** The address of the server. Passwords leave this file only in `options`. */
export interface Address {
  /** The options of `pg` for a connection. */
  readonly options: { readonly connectionString: string; readonly application_name: string; readonly keepAlive: true };
  /** Host, port and database, for messages. */
  readonly name: string;
  /**
   * The error without the password, wherever it appears, and without the objects that `pg` attaches to its errors (a
   * client with all its settings).
   */
  clean(error: unknown): Error;
}

/** Reads a `postgresql://` URL. Throws an error that describes the mistake and never contains the URL. */
export function readAddress(url: string): Address {
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new Error('SERVICE_DATABASE_URL is not the URL of a PostgreSQL server: it begins with `postgresql://`.');
  const client = clientOf(url);
  const passwords = [
    client.password,
    encodeURIComponent(client.password ?? ''),
    /^postgres(?:ql)?:\/\/[^:@/]*:([^@]*)@/.exec(url)?.[1],
  ];
  const secrets = passwords.filter((secret) => typeof secret === 'string' && secret !== '') as string[];
  const hide = (text: string) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '***'), text);
  return {
    options: { connectionString: url, application_name: 'colophon', keepAlive: true },
    name: hide(`${client.host}:${client.port}/${client.database ?? ''}`),
    clean(error) {
      const { message, code } = error as { message?: string; code?: string };
      // when several addresses refused, `message` is empty
      const words = [message, code, String(error)].find((text) => text) ?? '';
      return Object.assign(new Error(hide(words)), code === undefined ? {} : { code });
    },
  };
}

function clientOf(url: string): pg.Client {
  const client = parsed(url);
  if (client instanceof pg.Client) return client;
  // a parameter such as `sslrootcert` names a file
  if (client.code === 'ENOENT') throw new Error(`SERVICE_DATABASE_URL names a missing file: ${client.path}.`);
  throw new Error(
    'SERVICE_DATABASE_URL can not be read. Use postgresql://user:password@host:5432/database, with special ' +
      'characters of the password percent-encoded.',
  );
}

/** The client, not connected; or the error about the URL, which may contain it. */
function parsed(url: string): pg.Client | { readonly code?: string; readonly path?: string } {
  try {
    return new pg.Client({ connectionString: url });
  } catch (error) {
    return error as object;
  }
}
