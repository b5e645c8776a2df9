import { expect } from 'chai';
import type { OpenedSession } from './sessions.ts';
import { pdfOf, type Service } from './service.ts';

/** The images of all pages of a session, in base64. */
export async function shownPages(service: Pick<Service, 'request'>, { path }: OpenedSession): Promise<string[]> {
  const images: string[] = [];
  for (let count = 1; images.length < count;) {
    const page = await service.request('GET', `${path}/pages/${images.length + 1}?dpi=40`);
    expect(page.status, page.body.toString('utf8').slice(0, 300)).to.equal(200);
    count = Number(page.headers.get('document-pages'));
    images.push(page.body.toString('base64'));
  }
  return images;
}

/** Compares these images with the pages of the rendered document of a session. */
export async function compareWithRender(
  service: Pick<Service, 'request'>,
  session: OpenedSession,
  { shown, what }: { readonly shown: readonly string[]; readonly what: string },
): Promise<void> {
  const rendered = await session.post('render');
  if (rendered.status !== 200) throw new Error(`${what}: ${rendered.body.toString('utf8').slice(0, 300)}`);
  const drawn = await service.request('POST', '/api/v1/rasterize', {
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ document: { data: pdfOf(rendered).toString('base64') }, dpi: 40 }),
  });
  const { images } = drawn.json() as { images: { data: string }[] };
  expect(shown.length, `${what}, pages`).to.equal(images.length);
  for (const [index, { data }] of images.entries())
    expect(shown[index] === data, `${what}, page ${index + 1} of ${images.length}`).to.equal(true);
}

/** Compares every page of a session with that page of its rendered document. */
export async function comparePages(
  service: Pick<Service, 'request'>,
  session: OpenedSession,
  what: string,
): Promise<void> {
  await compareWithRender(service, session, { shown: await shownPages(service, session), what });
}
