import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { type Rule, sentenceOf } from '@rubrica/contract';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { afterEach, describe, expect, it } from 'vitest';
import { addressRefusal } from '../../src/adapters/network-policy.ts';
import { createWebhookHttp, type WebhookHttpOptions } from '../../src/adapters/webhook-http.ts';
import { scopeOf } from '../../src/core/scope.ts';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const live = scopeOf('00000000-0000-4000-8000-000000000000', 'PRODUCAO');
const sandbox = scopeOf('00000000-0000-4000-8000-000000000000', 'TESTE');
const cleanups: Array<() => Promise<unknown> | unknown> = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

function httpOf(options: Partial<WebhookHttpOptions> = {}) {
  const http = createWebhookHttp({ production: true, allowNetworks: [], ...options });
  cleanups.push(() => http.close());
  return http;
}

async function listen(answer: RequestListener, host = '127.0.0.1'): Promise<{ port: number; hits: () => number }> {
  let hits = 0;
  const server: Server = createServer((request, response) => {
    hits++;
    answer(request, response);
  }).listen(0, host);
  await once(server, 'listening');
  cleanups.push(() => new Promise((done) => server.close(done).closeAllConnections()));
  return { port: (server.address() as AddressInfo).port, hits: () => hits };
}

const body = Buffer.from('{"evento":"document.signed"}');
const said = (why: Rule | null) => why && sentenceOf(why);
const post = (http: ReturnType<typeof httpOf>, url: string, timeoutMs = 2_000) =>
  http.post(url, { 'content-type': 'application/json', 'x-service-signature': 't=1,v1=ab' }, body, timeoutMs);

describe('webhook addresses that are refused', () => {
  const HOSTILE = [
    ...['http://127.0.0.1/', 'http://127.1/', 'http://127.0.1/', 'http://2130706433/', 'http://0x7f000001/'],
    ...[
      'http://0177.0.0.1/',
      'http://0x7f.0x0.0x0.0x1/',
      'http://①②⑦.⓪.⓪.①/',
      'http://127。0。0。1/',
      'http://localhost/',
    ],
    ...[
      'http://LOCALHOST./',
      'http://0.0.0.0/',
      'http://0/',
      'http://10.0.0.5/',
      'http://172.16.0.1/',
      'http://172.31.255.255/',
    ],
    ...[
      'http://192.168.1.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://169.254.170.2/',
      'http://100.64.0.1/',
    ],
    ...[
      'http://100.100.100.200/',
      'http://168.63.129.16/',
      'http://192.0.0.192/',
      'http://192.0.2.1/',
      'http://198.18.0.1/',
    ],
    ...['http://198.51.100.7/', 'http://203.0.113.9/', 'http://192.88.99.1/', 'http://224.0.0.1/', 'http://240.0.0.1/'],
    ...[
      'http://255.255.255.255/',
      'http://[::1]/',
      'http://[::]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
    ],
    ...['http://[::ffff:8.8.8.8]/', 'http://[::127.0.0.1]/', 'http://[64:ff9b::7f00:1]/', 'http://[64:ff9b:1::a00:1]/'],
    ...[
      'http://[2002:7f00:1::]/',
      'http://[2001:0:1::1]/',
      'http://[fe80::1]/',
      'http://[fd00:ec2::254]/',
      'http://[fec0::1]/',
    ],
    ...['http://[ff02::1]/', 'http://[2001:db8::1]/', 'http://[3fff::1]/', 'http://[100::1]/', 'http://[5f00::1]/'],
    ...['http://[2606:4700::5efe:7f00:1]/', 'http://[4000::1]/', 'http://134744072/', 'http://0x8.8.8.8/'],
    ...['https://user:pass@example.com/', 'https://user@example.com/', 'http://8.8.8.8@127.0.0.1/'],
    ...[
      'ftp://example.com/',
      'file:///etc/passwd',
      'gopher://127.0.0.1:6379/_INFO',
      'javascript:alert(1)',
      'unix:/run/x',
      '',
      'x',
    ],
    ...['http://', 'http://[::1%25eth0]/', 'http://exa mple.com/', '//example.com/'],
  ];

  it.each(HOSTILE)('%s', async (url) => {
    const http = httpOf();
    const refusal = await http.refusal(url, sandbox);
    expect(said(refusal)).toEqual(expect.any(String));
    const answer = await post(http, url);
    expect(answer).toMatchObject({ status: null, body: '', error: refusal });
  });

  it.each([
    ['one private address among public ones', ['8.8.8.8', '10.0.0.1']],
    ['a mapped address', ['::ffff:169.254.169.254']],
    ['loopback', ['127.0.0.1']],
    ['an unspecified address', ['::']],
    ['no address', []],
    ['something that is no address', ['evil']],
  ])('a name that resolves to %s', async (_, addresses) => {
    const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const http = httpOf({ resolve });
    expect(said(await http.refusal('https://hook.exemplo/', live))).toEqual(expect.any(String));
    expect((await post(http, 'https://hook.exemplo/')).status).toBeNull();
  });

  it('a public IPv4 address is only ever unicast and outside every private block', () => {
    const blocks = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'];
    blocks.push(
      '192.0.0.0/24',
      '192.0.2.0/24',
      '192.168.0.0/16',
      '198.18.0.0/15',
      '198.51.100.0/24',
      '203.0.113.0/24',
      '224.0.0.0/3',
    );
    const parsed = blocks.map((block) => ipaddr.IPv4.parseCIDR(block));
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        if (addressRefusal(text, () => false) !== null) return;
        const address = ipaddr.IPv4.parse(text);
        expect(parsed.filter((block) => address.match(block))).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('no IPv6 address outside 2000::/3 is public', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const first = ipaddr.IPv6.parse(text).parts[0] ?? 0;
        if (first >> 13 !== 1) expect(addressRefusal(text, () => false)).not.toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('webhook addresses that are allowed', () => {
  it.each(['https://8.8.8.8/x', 'https://[2606:4700::1111]/', 'https://1.1.1.1:8443/a?b=c'])('%s', async (url) => {
    expect(await httpOf().refusal(url, live)).toBeNull();
  });

  it('private ones inside WEBHOOK_ALLOW_NETWORKS, and only these', async () => {
    const http = httpOf({ allowNetworks: ['10.1.0.0/16', 'fd00::/8'] });
    expect(await http.refusal('https://10.1.2.3/', live)).toBeNull();
    expect(await http.refusal('https://[fd12::1]/', live)).toBeNull();
    expect(said(await http.refusal('https://10.2.0.1/', live))).toMatch(/10\.2\.0\.1/);
    expect(await http.refusal('https://[::ffff:10.1.2.3]/', live)).not.toBeNull();
  });

  it('without TLS in the sandbox and in development only', async () => {
    expect(said(await httpOf().refusal('http://8.8.8.8/', live))).toMatch(/https/);
    expect(await httpOf().refusal('http://8.8.8.8/', sandbox)).toBeNull();
    expect(await httpOf({ production: false }).refusal('http://8.8.8.8/', live)).toBeNull();
  });
});

describe('webhook delivery', () => {
  it('posts the exact bytes and reports status, body and duration', async () => {
    let seen = '';
    const { port } = await listen(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      seen = `${request.method} ${request.url} ${request.headers['x-service-signature']} ${Buffer.concat(chunks)}`;
      response.writeHead(201).end('feito\0');
    });
    const answer = await post(httpOf({ allowNetworks: LOOPBACK }), `http://127.0.0.1:${port}/a?b=1`);
    expect(answer).toMatchObject({ status: 201, body: 'feito\uFFFD', error: null });
    expect(answer.durationMs).toBeGreaterThanOrEqual(0);
    expect(seen).toBe(`POST /a?b=1 t=1,v1=ab ${body}`);
  });

  it('goes to the address that was checked and asks for the name once (rebinding)', async () => {
    const { port, hits } = await listen((_, response) => response.end('ok'));
    // The system cannot resolve this name: only the checked answer can lead to the server.
    let asked = 0;
    const resolve = async () =>
      asked++ === 0 ? [{ address: '127.0.0.1', family: 4 }] : [{ address: '10.0.0.1', family: 4 }];
    const http = httpOf({ allowNetworks: LOOPBACK, resolve });
    expect(await post(http, `http://rebind.invalid:${port}/`)).toMatchObject({ status: 200 });
    expect([asked, hits()]).toEqual([1, 1]);
  });

  it('checks again at each delivery: a name that was public yesterday reaches nothing today (rebinding)', async () => {
    const { port, hits } = await listen((_, response) => response.end('secret'));
    const answers = [[{ address: '8.8.8.8', family: 4 }], [{ address: '127.0.0.1', family: 4 }]];
    const http = httpOf({ resolve: async () => answers.shift() ?? [] });
    expect(await http.refusal(`https://rebind.invalid:${port}/`, live)).toBeNull();
    expect(await post(http, `http://rebind.invalid:${port}/`)).toMatchObject({ status: null, body: '' });
    expect(hits()).toBe(0);
  });

  it('does not follow redirects', async () => {
    const inside = await listen((_, response) => response.end('secret'));
    const { port } = await listen((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end(),
    );
    const answer = await post(httpOf({ allowNetworks: LOOPBACK }), `http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ status: 307 });
    expect(said(answer.error)).toContain('redirecionamento');
    expect(inside.hits()).toBe(0);
  });

  it.each([500, 410, 404])('hands on a status of %i as an answer', async (status) => {
    const { port } = await listen((_, response) => response.writeHead(status).end('x'));
    expect(await post(httpOf({ allowNetworks: LOOPBACK }), `http://127.0.0.1:${port}/`)).toMatchObject({
      status,
      body: 'x',
      error: null,
    });
  });

  it('reads 64 KiB of a body and no more, however long it goes on', async () => {
    const { port } = await listen((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'a'))) {}
      };
      response.on('drain', more);
      more();
    });
    const answer = await post(httpOf({ allowNetworks: LOOPBACK }), `http://127.0.0.1:${port}/`, 5_000);
    expect(answer).toMatchObject({ status: 200, error: null });
    expect(answer.body).toHaveLength(64 * 1024);
  });

  it.each(['says nothing', 'drips its headers', 'drips its body'])(
    'ends at the deadline when the server %s',
    async (how) => {
      const sockets = new Set<Socket>();
      const server = createTcpServer((socket) => {
        sockets.add(socket.on('error', () => {}));
        if (how === 'says nothing') return;
        socket.write(
          how === 'drips its body' ? 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n' : 'HTTP/1.1 200 OK\r\n',
        );
        const drip = setInterval(() => socket.write(how === 'drips its body' ? '.' : 'x: y\r\n'), 20);
        socket.on('close', () => clearInterval(drip));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      cleanups.push(() => {
        for (const socket of sockets) socket.destroy();
        server.close();
      });
      const { port } = server.address() as AddressInfo;
      const answer = await post(httpOf({ allowNetworks: LOOPBACK }), `http://127.0.0.1:${port}/`, 300);
      expect(answer.status).toBe(how === 'drips its body' ? 200 : null);
      expect(said(answer.error)).toBe('sem resposta completa em 0.3 s');
      expect(answer.durationMs).toBeGreaterThanOrEqual(290);
    },
  );

  it('ends at the deadline when the name server says nothing', async () => {
    const http = httpOf({ resolve: () => new Promise(() => {}) });
    const answer = await post(http, 'https://hook.exemplo/', 200);
    expect([answer.status, said(answer.error)]).toEqual([null, 'sem resposta completa em 0.2 s']);
  });

  it('tells in words what went wrong', async () => {
    const http = httpOf({ allowNetworks: LOOPBACK });
    const { port } = await listen((request) => request.socket.destroy());
    expect(said((await post(http, `http://127.0.0.1:${port}/`)).error)).toBe('a conexão foi encerrada pelo servidor');
    expect(said((await post(http, 'http://127.0.0.1:1/')).error)).toBe('a conexão foi recusada');
    // Not by the machine's own name server, which may be far away or silent.
    const resolve = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
    expect(said((await post(httpOf({ resolve }), 'https://nome.invalid/')).error)).toMatch(/nome do servidor/);
    expect(said((await post(http, `https://127.0.0.1:${port}/`)).error)).toEqual(expect.any(String));
    expect((await post(http, 'http://127.0.0.1:1/', 2_000)).status).toBeNull();
    const answer = await http.post('http://127.0.0.1:1/', { 'bad header': 'x' }, body, 1_000);
    expect(said(answer.error)).toEqual(expect.any(String));
  });
});

describe('connections to receivers', () => {
  /** A server that counts what connects, and answers each request as told. */
  async function receiver(answer: (socket: Socket, request: number) => void, host = '127.0.0.1', port = 0) {
    const sockets: Socket[] = [];
    let requests = 0;
    const server = createTcpServer((socket) => {
      sockets.push(socket.on('error', () => {}));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
        if (!text.endsWith(String(body))) return;
        text = '';
        answer(socket, ++requests);
      });
    }).listen(port, host);
    await once(server, 'listening');
    cleanups.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return { port: (server.address() as AddressInfo).port, sockets, requests: () => requests };
  }
  const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n';

  it('are kept for what follows, one at a time', async () => {
    const { port, sockets } = await receiver((socket, request) => socket.write(`${ANSWER}#${request}`));
    const http = httpOf({ allowNetworks: LOOPBACK });
    for (const expected of ['#1', '#2', '#3']) {
      expect(await post(http, `http://127.0.0.1:${port}/`)).toMatchObject({ body: expected, error: null });
    }
    expect(sockets).toHaveLength(1);
    const both = await Promise.all([1, 2].map(() => post(http, `http://127.0.0.1:${port}/`)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(sockets).toHaveLength(2);
  });

  it('that were closed meanwhile cost a delivery nothing', async () => {
    const { port, sockets, requests } = await receiver((socket, request) => {
      if (request === 2) socket.destroy();
      else socket.write(`${ANSWER}#${request}`);
    });
    const http = httpOf({ allowNetworks: LOOPBACK });
    expect(await post(http, `http://127.0.0.1:${port}/`)).toMatchObject({ body: '#1' });
    expect(await post(http, `http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, body: '#3', error: null });
    sockets.at(-1)?.destroy();
    expect(await post(http, `http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, body: '#4', error: null });
    expect([sockets.length, requests()]).toEqual([3, 4]);
  });

  it('that are new and closed without an answer fail the delivery, which is made once', async () => {
    const { port, requests } = await receiver((socket) => socket.destroy());
    const answer = await post(httpOf({ allowNetworks: LOOPBACK }), `http://127.0.0.1:${port}/`);
    expect([answer.status, said(answer.error), requests()]).toEqual([null, 'a conexão foi encerrada pelo servidor', 1]);
  });

  it('that are kept are not repeated once an answer began', async () => {
    const { port, requests } = await receiver((socket, request) => {
      if (request === 1) socket.write(`${ANSWER}ok`);
      else socket.end('HTTP/1.1 202 Accepted\r\ncontent-length: 9\r\n\r\nhal');
    });
    const http = httpOf({ allowNetworks: LOOPBACK });
    await post(http, `http://127.0.0.1:${port}/`);
    const answer = await post(http, `http://127.0.0.1:${port}/`);
    expect([answer.status, answer.body, requests()]).toEqual([202, 'hal', 2]);
    expect(answer.error).not.toBeNull();
  });

  it('go only where the name leads now (rebinding)', async () => {
    const before = await receiver((socket) => socket.write(`${ANSWER}v1`));
    const after = await receiver((socket) => socket.write(`${ANSWER}v2`), '127.0.0.2', before.port);
    const answers = ['127.0.0.1', '127.0.0.2', '10.0.0.1'];
    const resolve = async () => [{ address: answers.shift() ?? '', family: 4 }];
    const http = httpOf({ allowNetworks: LOOPBACK, resolve });
    const told = () => post(http, `http://rebind.invalid:${before.port}/`);
    expect([(await told()).body, (await told()).body]).toEqual(['v1', 'v2']);
    expect(await told()).toMatchObject({ status: null, body: '' });
    expect([before.requests(), after.requests()]).toEqual([1, 1]);
  });

  it('with an answer that was asked by nobody are given up', async () => {
    const { port, sockets } = await receiver((socket, request) =>
      socket.write(request === 1 ? `${ANSWER}ok${ANSWER}no` : `${ANSWER}#${request}`),
    );
    const http = httpOf({ allowNetworks: LOOPBACK });
    expect(await post(http, `http://127.0.0.1:${port}/`)).toMatchObject({ body: 'ok' });
    expect(await post(http, `http://127.0.0.1:${port}/`)).toMatchObject({ body: '#2' });
    expect(sockets).toHaveLength(2);
  });
});
