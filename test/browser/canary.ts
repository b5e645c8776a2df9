import dgram from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';

/**
 * Listeners on loopback that tell whether anything of a document ever reached them: HTTP, WebSocket, bare TCP and UDP.
 */
export interface Canary {
  readonly hits: string[];
  readonly http: number;
  readonly tcp: number;
  readonly udp: number;
  stop(): void;
}

export async function openCanary(): Promise<Canary> {
  const hits: string[] = [];
  const web = createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    response.setHeader('access-control-allow-origin', '*');
    response.end('canary');
  });
  web.on('upgrade', (request, socket) => {
    hits.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  const bare = createTcpServer((socket) => {
    hits.push('tcp');
    socket.destroy();
  });
  const datagrams = dgram.createSocket('udp4');
  datagrams.on('message', (message) => hits.push(`udp of ${message.length} bytes`));
  await Promise.all([
    once(web.listen(0, '127.0.0.1'), 'listening'),
    once(bare.listen(0, '127.0.0.1'), 'listening'),
    new Promise<void>((bound) => datagrams.bind(0, '127.0.0.1', bound)),
  ]);
  return {
    hits,
    http: (web.address() as AddressInfo).port,
    tcp: (bare.address() as AddressInfo).port,
    udp: datagrams.address().port,
    stop() {
      web.closeAllConnections();
      web.close();
      bare.close();
      datagrams.close();
    },
  };
}

/** HTML that tries to reach the canary in every way that a page has, and to read local files. */
export function hostileHtml({ http, tcp, udp }: Canary, file: string): string {
  const to = (name: string) => `http://127.0.0.1:${http}/${name}`;
  return `<html><head>
<link rel="stylesheet" href="${to('css')}">
<style>@import url(${to('import')}); @font-face { font-family: F; src: url(${to('font')}) }
body { font-family: F; background: url(${to('background')}); cursor: url(${to('cursor')}), auto }
li { list-style: url(${to('list')}) }</style>
<link rel="preload" as="image" href="${to('preload')}"><link rel="prefetch" href="${to('prefetch')}">
<link rel="preconnect" href="http://127.0.0.1:${tcp}"><link rel="dns-prefetch" href="http://127.0.0.1:${tcp}">
<link rel="manifest" href="${to('manifest')}"><link rel="icon" href="${to('icon')}">
<link rel="modulepreload" href="${to('modulepreload')}">
<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${to('spec-prefetch')}"]}],
"prerender":[{"source":"list","urls":["${to('spec-prerender')}"]}]}</script></head>
<body>LOADED <li>x</li><img src="${to('img')}"><img srcset="${to('srcset')} 2x"><picture>
<source srcset="${to('source')}"><img></picture>
<iframe src="${to('iframe')}"></iframe><iframe srcdoc="<img src='${to('srcdoc')}'>"></iframe>
<iframe src="data:text/html,<img src='${to('data-iframe')}'>"></iframe>
<iframe sandbox="allow-scripts" srcdoc="<script>fetch('${to('sandbox')}')</script>"></iframe>
<object data="${to('object')}"></object><embed src="${to('embed')}">
<video src="${to('video')}" poster="${to('poster')}" autoplay></video><audio src="${to('audio')}" autoplay></audio>
<svg><image href="${to('svg-image')}"/><use href="${to('svg-use')}#a"/></svg><script src="${to('script')}"></script>
<input type="image" src="${to('input')}">
<iframe src="file://${file}"></iframe><img src="file://${file}"><object data="file://${file}"></object>
<embed src="file://${file}"><iframe src="view-source:file://${file}"></iframe>
<a id="ping" href="#" ping="${to('ping')}">x</a>
<form id="form" method="post" target="_blank" action="${to('form')}"><input name="a"></form>
<script>
const quietly = (work) => { try { const done = work(); if (done && done.catch) done.catch(() => {}); } catch {} };
quietly(() => fetch('${to('fetch')}'));
quietly(() => fetch('${to('no-cors')}', { mode: 'no-cors' }));
quietly(() => fetch('${to('keepalive')}', { keepalive: true }));
quietly(() => { const x = new XMLHttpRequest(); x.open('GET', '${to('xhr')}'); x.send(); });
quietly(() => navigator.sendBeacon('${to('beacon')}', 'x'));
quietly(() => new EventSource('${to('events')}'));
quietly(() => new WebSocket('ws://127.0.0.1:${http}/ws'));
quietly(() => new WebSocketStream('ws://127.0.0.1:${http}/ws-stream'));
quietly(() => new Worker(URL.createObjectURL(new Blob(["fetch('${to('worker')}').catch(() => {}); " +
  "new WebSocket('ws://127.0.0.1:${http}/worker-ws'); importScripts('${to('import-scripts')}')"]))));
quietly(() => new SharedWorker(URL.createObjectURL(new Blob(["fetch('${to('shared-worker')}')"]))));
quietly(() => fetch('file://${file}').then((answer) => answer.text()).then((text) => document.body.append(text)));
quietly(() => { const x = new XMLHttpRequest(); x.open('GET', 'file://${file}', false); x.send();
  document.body.append(x.responseText); });
quietly(() => { const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp}' },
  { urls: 'turn:127.0.0.1:${tcp}?transport=tcp', username: 'u', credential: 'c' }] });
  peer.createDataChannel('x');
  return peer.createOffer().then((offer) => peer.setLocalDescription(offer)); });
quietly(() => { const transport = new WebTransport('https://127.0.0.1:${udp}/wt');
  transport.closed.catch(() => {}); return transport.ready; });
quietly(() => form.submit());
quietly(() => window.open('${to('popup')}'));
quietly(() => ping.click());
quietly(() => import('${to('import-module')}'));
quietly(() => navigator.serviceWorker.register('${to('service-worker')}'));
quietly(() => new Image().src = '${to('image')}');
quietly(() => CSS.paintWorklet.addModule('${to('worklet')}'));
document.body.append('RAN');
</script></body></html>`;
}
