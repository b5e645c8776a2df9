const isText = (type) => /^text\/|json|xml/.test(type);

/** The text of an answer for people: JSON is indented. */
function textOf(type, text) {
  if (!type.includes('json')) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The name that the service gives the file, or one by its type. */
function nameOf(headers, type) {
  const given = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
  return given ?? `answer.${type.split(/[/;+]/)[1] ?? 'bin'}`;
}

/** The address of a request, with the values of its path. */
export function addressOf(base, path, fields) {
  return base.replace(/\/+$/, '') + path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(fields[name] ?? ''));
}

/** Sends a request; resolves with what the page shows of the answer, or of the failure. */
export async function send({ address, method, key, accept, body }) {
  const headers = {
    ...(key !== '' && { authorization: `Bearer ${key}` }),
    ...(accept !== '' && { accept }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const started = performance.now();
  let response;
  let blob;
  try {
    response = await fetch(address, { method, headers, ...(body !== undefined && { body }) });
    blob = await response.blob();
  } catch {
    return { failure: true };
  }
  const type = response.headers.get('content-type') ?? '';
  const file = new Blob([blob], { type });
  return {
    status: response.status,
    good: response.ok,
    milliseconds: Math.round(performance.now() - started),
    bytes: blob.size,
    type: type.split(';')[0],
    headers: [...response.headers].sort(),
    ...(isText(type) && { text: textOf(type, await blob.text()) }),
    ...(blob.size > 0 && { url: URL.createObjectURL(file), name: nameOf(response.headers, type) }),
  };
}
