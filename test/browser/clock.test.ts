import { expect } from 'chai';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEgress } from '../../src/browser/network/egress.ts';
import { barsOf } from '../support/moving.ts';
import { textOf } from '../support/pdf.ts';
import { popplerRaster } from '../support/raster.ts';
import { startService, pdfOf, type Answered, type Json, type OwnService } from '../support/service.ts';

const keyframes = '@keyframes fade { from { color: transparent; font-size: 1px } }';

describe('The clock of a page', () => {
  let service: OwnService;
  const server = createServer((asked, response) => {
    const html =
      '<p id="t">0</p><script>setInterval(() => { t.textContent = "remote " + Math.round(performance.now() / ' +
      '1000) + " s" }, 1000)</script>';
    if (asked.url === '/slow')
      setTimeout(() => response.writeHead(200, { 'access-control-allow-origin': '*' }).end('"slow answer"'), 400);
    else response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  let host = '';
  before(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
    host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    service = await startService(
      { SERVICE_WORKER_COUNT: '1' },
      { egress: createEgress({ allow: [new URL(host).host], reachable: () => true }) },
    );
  });
  after(async () => {
    await service.stop();
    server.close();
  });

  const request = (html: string, more: object = {}, document: object = {}) => ({
    operations: [{ op: 'add_html', html, ...more }],
    document,
    output: { deterministic: true },
  });
  const print = async (html: string, more: object = {}, document: object = {}): Promise<string> =>
    (await textOf(pdfOf(await service.render(request(html, more, document))))).replace(/\s+/g, ' ').trim();
  const script = (code: string, more: object = {}, document: object = {}) =>
    print(`<p id="t">nothing</p><script>${code}</script>`, more, document);
  const warningsOf = async (body: object): Promise<string[]> => {
    const answer: Answered = await service.render(body, { headers: { accept: 'application/json' } });
    return (answer.json().report.warnings as Json[]).map(
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    );
  };

  const finals: Readonly<Record<string, readonly [code: string, text: RegExp]>> = {
    'a timer that sets the next, with text for code': [
      'setTimeout("setTimeout(() => { t.textContent = `second at ` + performance.now() }, 2000)", 1000)',
      /second at 3000/,
    ],
    'a timer that is cleared, by whichever name': [
      'const a = setTimeout(() => { t.textContent = "wrong" }, 50); clearInterval(a)',
      /nothing/,
    ],
    'a frame whose time is the clock’s': [
      'requestAnimationFrame((at) => { t.textContent = at > 0 && at === performance.now() ? "equal" : "differ" })',
      /equal/,
    ],
    'timers and frames in order': [
      'const seen = []; setTimeout(() => seen.push("b"), 20); requestAnimationFrame(() => seen.push("a")); ' +
        'setTimeout(() => seen.push("c"), 20); setTimeout(() => { t.textContent = seen.join("") }, 100)',
      /abc/,
    ],
    'promises before the next timer': [
      'const seen = []; setTimeout(() => { Promise.resolve().then(() => seen.push(2)).then(() => ' +
        'seen.push(3)); seen.push(1) }); setTimeout(() => { t.textContent = seen.join("") })',
      /123/,
    ],
    'thousands of timers before the load': [
      'let count = 0; document.addEventListener("DOMContentLoaded", () => { for (let n = 0; n < 20000; n += 1) ' +
        'setTimeout(() => { count += 1 }); onload = () => { t.textContent = count + " timers" } })',
      /20000 timers/,
    ],
    'promises before the next timer, where nothing is left to load': [
      'document.addEventListener("DOMContentLoaded", () => { const seen = []; onload = () => { seen.push("load"); ' +
        't.textContent = seen.join("") }; setTimeout(() => { Promise.resolve().then(() => seen.push(2)).then(() => ' +
        'seen.push(3)); seen.push(1) }); setTimeout(() => { seen.push(4); throw new Error("x") }); setTimeout(() => ' +
        '{ seen.push(5) }) })',
      /12345load/,
    ],
    'a date that moves with the clock': [
      'const Before = class extends Date {}; setTimeout(() => { t.textContent = [new Before().toISOString(), ' +
        'Date.now() === new Date().getTime(), typeof Date(), new Date(0) instanceof Date, new Date().constructor ' +
        '=== Date].join() }, 5000)',
      /2000-01-01T00:00:05.000Z,true,string,true,true/,
    ],
    'functions that read as native ones': [
      't.textContent = [setTimeout, requestAnimationFrame, Date, Date.now, fetch].every((one) => ' +
        'String(one).includes("[native code]")) + setTimeout.name',
      /truesetTimeout/,
    ],
    'idle callbacks': [
      'requestIdleCallback(({ timeRemaining }) => { t.textContent = timeRemaining() > 0 ? "idle" : "busy" })',
      /idle/,
    ],
    'a script that waits by reading the time': [
      'const end = Date.now() + 3000; while (Date.now() < end); t.textContent = "waited"',
      /waited/,
    ],
    'messages of a scheduler, before time goes on': [
      'const { port1, port2 } = new MessageChannel(); let n = 0; port1.onmessage = () => { if ((n += 1) < 100) ' +
        'port2.postMessage(0) }; setTimeout(() => port2.postMessage(0), 100); setTimeout(() => { t.textContent = ' +
        'n + " messages" }, 101)',
      /100 messages/,
    ],
    'a worker that takes real time': [
      'const worker = new Worker(URL.createObjectURL(new Blob(["setTimeout(() => postMessage(42), 600)"]))); ' +
        'worker.onmessage = ({ data }) => { t.textContent = "worker " + data }; setTimeout(() => { if ' +
        '(t.textContent === "nothing") t.textContent = "too late" }, 3000)',
      /worker 42/,
    ],
    'a transition that ends with its event': [
      't.style.cssText = "margin-left:0;transition:margin-left 3s"; t.ontransitionend = () => { t.textContent ' +
        '= "ended at " + Math.round(performance.now() / 100) / 10 }; setTimeout(() => { t.style.marginLeft = ' +
        '"50px" }, 100)',
      /ended at 3\.1/,
    ],
    'animations of scripts': [
      't.animate([{ opacity: 0 }, { opacity: 1 }], 4000).finished.then(() => { t.textContent = "finished at " ' +
        '+ Math.round(performance.now() / 1000) })',
      /finished at 4/,
    ],
    'what an observer reports': [
      'new ResizeObserver(([{ contentRect }]) => { requestAnimationFrame(() => { t.textContent = ' +
        'contentRect.width > 0 ? "observed" : "empty" }) }).observe(t); new IntersectionObserver(([{ ' +
        'isIntersecting }]) => { if (isIntersecting) document.body.append(" seen") }).observe(t)',
      /observed seen/,
    ],
    fonts: ['document.fonts.ready.then(() => setTimeout(() => { t.textContent = "fonts" }, 1000))', /fonts/],
    'an image’s load': [
      'const image = new Image(); image.onload = () => setTimeout(() => { t.textContent = "image" }, 500); ' +
        "image.src = \"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>\"",
      /image/,
    ],
    'a listener for the load that a timer adds': [
      'setTimeout(() => addEventListener("load", () => { t.textContent = "loaded" }))',
      /loaded/,
    ],
    'timers of a frame within the page': [
      'const frame = document.createElement("iframe"); frame.srcdoc = "<p id=i>x</p><scr" + "ipt>setTimeout(() ' +
        '=> { i.textContent = \'within\' }, 3000)</scr" + "ipt>"; document.body.append(frame)',
      /within/,
    ],
    'random numbers that are the same each time': [
      'document.body.append(Math.random() + crypto.randomUUID())',
      /nothing/,
    ],
  };
  it('goes on where a worker never answers, beside a picture that is blocked and an observer', async () => {
    const worker = 'new Worker(URL.createObjectURL(new Blob(["1"])))';
    const observer = 'new ResizeObserver(() => { t.textContent = "observed" }).observe(t)';
    const html = `<p id="t">x</p><img alt="" src="http://127.0.0.1:1/a.png"><script>${worker}; ${observer}</script>`;
    expect(await print(html)).to.equal('observed');
  });

  for (const [name, [code, text]] of Object.entries(finals)) {
    it(`has ${name}`, async () => {
      const printed = await script(code);
      expect(printed).to.match(text);
      expect(await script(code)).to.equal(printed);
    });
  }

  it('stands still while something is loading', async () => {
    const race = (address: string) =>
      script(
        `fetch("${address}").then((answer) => answer.json()).then((text) => { t.textContent = text }); ` +
          'setTimeout(() => document.body.append(" then " + t.textContent), 200)',
        {},
        { assets: { 'd.json': Buffer.from('"an asset"').toString('base64') } },
      );
    expect(await race('d.json')).to.equal('an asset then an asset');
    expect(await race(`${host}/slow`)).to.equal('slow answer then slow answer');
  });

  it('reports what such a timer throws, and runs the next', async () => {
    const throwing =
      '<p id="t">nothing</p><script>onerror = () => { t.textContent += " reported" }; setTimeout(() => { throw ' +
      'new Error("x") }); setTimeout(() => { t.textContent += " next" })</script>';
    expect(await textOf(pdfOf(await service.render(request(throwing)))))
      .to.match(/reported/)
      .and.to.match(/next/);
  });

  it('waits for pictures that it has loaded before, which come without a request', async () => {
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>';
    const assets = { 'a.svg': Buffer.from(picture).toString('base64') };
    const load = (code: string) =>
      print(`<p id="t">0</p><img src="a.svg"><script>onload = () => { ${code} }</script>`, {}, { assets });
    const clones = `const kept = document.createElement('template'); kept.content.append(document.images[0]); let count = 0;
      (function next() {
        const copy = document.importNode(kept.content.firstChild);
        copy.onload = () => { t.textContent = count += 1; if (count < 20) next() };
        document.body.append(copy);
      })()`;
    expect(await load(clones)).to.equal('20');
    const before = `const image = new Image(); image.onload = () => t.append(' picture'); image.src = document.images[0].src;
      setTimeout(() => t.append(' timer'), 1)`;
    for (let count = 0; count < 5; count += 1)
      expect(await load(`setTimeout(() => { ${before} }, 100)`)).to.equal('0 picture timer');
    const never =
      "new Image().src = 'a.svg'; const image = new Image(); image.src = 'a.svg'; image.removeAttribute('src'); ";
    expect(await load(`${never} setTimeout(() => t.append(' timer'), 1000)`)).to.equal('0 timer');
  });

  it('brings animations without scripts to their end, in a style sheet of the request too', async () => {
    const rule = 'p { animation: fade 3s 1s both }';
    expect(
      await barsOf(
        pdfOf(
          await service.render(
            request(
              '<style>div { width: 50px; height: 20px; background: #000; animation: grow 2s both } @keyframes ' +
                'grow { from { height: 0 } to { height: 60px } }</style><div></div>',
            ),
          ),
        ),
      ),
    ).to.have.length(1);
    const [animated, still] = await Promise.all([
      service.render(
        request(
          '<link rel="stylesheet" href="a.css"><p>Hello</p>',
          {},
          { assets: { 'a.css': Buffer.from(keyframes + rule).toString('base64') } },
        ),
      ),
      service.render(
        request(
          '<link rel="stylesheet" href="a.css"><p>Hello</p>',
          {},
          { assets: { 'a.css': Buffer.from(keyframes).toString('base64') } },
        ),
      ),
    ]);
    expect(pdfOf(animated).equals(pdfOf(still))).to.equal(true);
    const svg = (height: number, inner: string) =>
      `<svg width="99" height="99"><rect width="9" height="${height}">${inner}</rect></svg>`;
    const moving = svg(
      1,
      '<animate id="a" attributeName="height" to="40" dur="2s" fill="freeze"/><animate attributeName="height" ' +
        'to="80" begin="a.end+1s" dur="1s" fill="freeze"/>',
    );
    for (const more of ['', '<script>1</script>']) {
      const ends = await Promise.all(
        [moving, svg(80, '')].map(async (html) => barsHeight(pdfOf(await service.render(request(html + more))))),
      );
      expect(ends[0]).to.equal(ends[1]);
    }
  });

  it('stops at its horizon, and says what still moves', async () => {
    const clock = request(
      '<p id="t"></p><script>setInterval(() => { t.textContent = new Date().toISOString() }, 1000)</script>',
      { waitFor: { virtualTime: '5s' } },
    );
    expect(await textOf(pdfOf(await service.render(clock)))).to.contain('00:00:05.000Z');
    expect(await warningsOf(clock))
      .to.have.length(1)
      .and.to.satisfy(([first]: string[]) => /^still-moving: .* 5 s .*interval of 1000 ms/.test(first ?? ''));
    expect(
      (await warningsOf(request('<script>(function f() { requestAnimationFrame(f) })()</script><p>x</p>')))[0],
    ).to.match(/^still-moving: .*animation frames/);
    for (const more of ['', '<script>1</script>'])
      expect(
        (
          await warningsOf(
            request(
              '<style>@keyframes turn { to { rotate: 1turn } } p { animation: turn 1s infinite }</style><p ' +
                `id="p">x</p>${more}`,
            ),
          )
        )[0],
      ).to.match(/^still-moving: .*turn of p#p/);
    expect(
      await warningsOf(request('<p>x</p><script>setTimeout(() => {}, 900000); setInterval(() => {}, 60000)</script>')),
    ).to.deep.equal([]);
  });

  it('has what `waitFor` waits for, and tells what never comes', async () => {
    const late = 'setTimeout(() => { window.ready = true; t.textContent = "ready"; t.id = "ready" }, 15000)';
    expect(await script(late, { waitFor: { expression: 'window.ready' } })).to.equal('ready');
    expect(await script(late, { waitFor: { selector: '#ready' } })).to.equal('ready');
    expect(await script(late, { waitFor: { delay: 16_000 } })).to.equal('ready');
    expect(await script(late)).to.equal('nothing');
    for (const waitFor of [{ expression: 'false' }, { networkIdle: true, timeout: '50ms' }]) {
      const answer = await service.render(request('<p>x</p><script>1</script>', { waitFor }));
      expect(answer.status).to.equal(422);
      expect(answer.json()).to.deep.include({ status: 422 });
      expect(answer.json().errors[0].pointer).to.equal('/operations/0/waitFor');
    }
    for (const html of ['<p>x</p><script>1</script>', '<p>x</p>']) {
      for (const expression of ['a +', '1) || (2', '1], [2', 'return 1', 'x;']) {
        const answer = await service.render(request(html, { waitFor: { expression } }));
        expect([answer.status, answer.json().errors[0].pointer], expression).to.deep.equal([
          400,
          '/operations/0/waitFor/expression',
        ]);
      }
    }
  });

  it('begins at the time of the request, and at the date of the document where that is `deterministic`', async () => {
    const html = '<!doctype html><p id="t"></p><script>t.textContent = Date.now()</script>';
    const dateIn = async (output: object) => {
      const answer = await service.render({ operations: [{ op: 'add_html', html }], output });
      return Number(await textOf(pdfOf(answer)));
    };
    const [before, date] = [Date.now(), await dateIn({})];
    expect(date).to.be.within(before, Date.now());
    expect(await dateIn({ deterministic: true })).to.equal(Date.UTC(2000, 0, 1));
  });

  it('runs up to 5 min where a request says so, and no further', async () => {
    const late = 'setTimeout(() => { t.textContent = "late" }, 299_000)';
    expect(await script(late, { waitFor: { virtualTime: '5m' } })).to.equal('late');
    for (const virtualTime of ['301s', '6m', 301, '0s', 'soon', -1]) {
      const answer = await service.render(request('<p>x</p>', { waitFor: { virtualTime } }));
      const refusal = [answer.status, answer.json().errors[0].pointer];
      expect(refusal, String(virtualTime)).to.deep.equal([400, '/operations/0/waitFor/virtualTime']);
    }
  });

  it('is that of remote pages, too', async () => {
    const body = { operations: [{ op: 'add_url', url: `${host}/`, waitFor: { virtualTime: 7 } }] };
    expect(await textOf(pdfOf(await service.render(body)))).to.contain('remote 7 s');
  });

  it('is the real one where `document.clock` says so', async () => {
    expect(await script('setTimeout(() => { t.textContent = "later" }, 5000)', {}, { clock: 'real' })).to.equal(
      'nothing',
    );
    expect(await script('t.textContent = new Date().getFullYear() > 2020', {}, { clock: 'real' })).to.equal('true');
  });

  const leaving: Readonly<Record<string, string>> = {
    'an address': '<script>location.href = "https://example.com/x"</script>',
    'itself, anew': '<script>location.reload()</script>',
    'an empty page': '<script>location.href = "about:blank"</script>',
    'where a form leads':
      '<form action="https://example.com/f" method="post"></form><script>document.forms[0].submit()</script>',
    'where a link leads': '<a id="l" href="https://example.com/l"></a><script>l.click()</script>',
    'where a refresh leads':
      '<script>document.head.insertAdjacentHTML("beforeend", "<meta http-equiv=refresh ' +
      "content='0;url=https://example.com/m'>\")</script>",
    'a window of its own': '<script>window.open("https://example.com/w")</script>',
  };
  for (const [where, inner] of Object.entries(leaving)) {
    it(`goes on in a page that wanted to go to ${where}: it stays, with a warning`, async () => {
      const html = `<p>before</p>${inner}<p>after</p><script>setTimeout(() => document.body.append("later"), 2000)</script>`;
      for (const clock of ['virtual', 'real']) {
        const body = request(html, { waitFor: { delay: 2100 } }, { clock });
        expect((await textOf(pdfOf(await service.render(body)))).replace(/\s+/g, ' ')).to.match(/before after later/);
        if (clock === 'virtual')
          expect(await warningsOf(body))
            .to.have.length(1)
            .and.to.satisfy(([first]: string[]) => first?.startsWith('navigation-blocked: '));
      }
    });
  }
});

/** How tall the black things of a page are together, in pixels. */
async function barsHeight(pdf: Uint8Array): Promise<number> {
  const { gray, width, height } = await popplerRaster(pdf, 96);
  return Array.from({ length: height }, (_, y) =>
    gray.subarray(y * width, (y + 1) * width).some((value) => value < 30),
  ).filter(Boolean).length;
}

describe('A failed synchronous request', () => {
  let service: OwnService;
  before(async () => (service = await startService({ SERVICE_REQUEST_TIMEOUT: '4s', SERVICE_WORKER_COUNT: '1' })));
  after(() => service.stop());

  for (const address of ['file:///etc/hostname', 'http://127.0.0.1:1/x', 'ftp://localhost/x']) {
    it(`does not stop the clock of its page: ${address}`, async () => {
      const get = `const request = new XMLHttpRequest(); request.open("GET", "${address}", false); request.send()`;
      const write = 'catch ({ name }) { setTimeout(() => document.body.append(name), 3000) }';
      const html = `<p>text</p><script>try { ${get} } ${write}</script>`;
      const answer = await service.render({ operations: [{ op: 'add_html', html }] });
      expect(await textOf(pdfOf(answer))).to.match(/text\s+NetworkError/);
    });
  }
});
