import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  authenticated,
  call,
  codeSentTo,
  draft,
  field,
  linkSentTo,
  newSender,
  person,
  readyToSign,
  refusal,
  type Sender,
  sent,
  sharedService,
  signer,
  tinyPdf,
  tokenOf,
  trailOf,
  until,
} from '../support.ts';

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const UNKNOWN_TEXT = 'a'.repeat(64);
const statusOf = async (id: string) => (await about(sender, id)).body.status;
const actions = async (id: string) => (await trailOf(sender, id)).map(({ acao }) => acao);

/** A document of several signers, each with a signature field, who get their links handed out. */
async function withSigners(count: number, dados: object = {}, overrides: (index: number) => object = () => ({})) {
  const signatarios = Array.from({ length: count }, (_, index) =>
    person({ id: crypto.randomUUID(), ...overrides(index) }),
  );
  const campos = signatarios.map((signatario) => field({ signatarioId: (signatario as { id?: string }).id }));
  return sent(sender, { signatarios, campos, ...dados });
}

/** A signer as the document shows it now: its link may have come since. */
async function signatarioOf(id: string, index: number) {
  return (await about(sender, id)).body.signatarios[index];
}

describe('the steps before a signature', () => {
  it('all wait for the factors: file, reading, acceptance and signing', async () => {
    const { signatarios } = await sent(sender);
    const one = signer(sender.base, tokenOf(signatarios[0]));
    const opened = await one.open();
    const { textoHash } = opened.body.textoAceite;
    for (const answer of [await one.file(), await one.read(), await one.accept(textoHash), await one.sign()]) {
      expect(refusal(answer)).toEqual([403, 'AUTENTICACAO_INCOMPLETA']);
    }
  });

  it('let nobody accept before having read', async () => {
    const { signatarios } = await sent(sender, {}, tinyPdf(3));
    const one = await authenticated(sender, signatarios[0]);
    expect(refusal(await one.accept())).toEqual([409, 'CONFLITO']);
    await one.read(2);
    expect(refusal(await one.accept())).toEqual([409, 'CONFLITO']);
    await one.read(3);
    expect((await one.accept()).status).toBe(200);
  });

  it('let nobody sign before having read, nor before having accepted', async () => {
    const { signatarios } = await sent(sender);
    const one = await authenticated(sender, signatarios[0]);
    expect(refusal(await one.sign())).toEqual([409, 'CONFLITO']);
    await one.read();
    expect(refusal(await one.sign())).toEqual([409, 'CONFLITO']);
    await one.accept();
    expect((await one.sign()).status).toBe(200);
  });

  it('count pages read up to those there are, and never back', async () => {
    const { signatarios } = await sent(sender, {}, tinyPdf(4));
    const one = await authenticated(sender, signatarios[0]);
    const progress = async (pages: number) => (await one.read(pages)).body;
    expect(await progress(3)).toEqual({ paginasLidas: 3, totalPaginas: 4, leituraConcluida: false });
    expect(await progress(1)).toEqual({ paginasLidas: 3, totalPaginas: 4, leituraConcluida: false });
    expect(await progress(99)).toEqual({ paginasLidas: 4, totalPaginas: 4, leituraConcluida: true });
    expect(await progress(0)).toEqual({ paginasLidas: 4, totalPaginas: 4, leituraConcluida: true });
  });

  it('take no negative reading', async () => {
    const { signatarios } = await sent(sender);
    const one = await authenticated(sender, signatarios[0]);
    expect(refusal(await one.read(-1, -0.5))).toEqual([400, 'ENTRADA_INVALIDA', ['paginasLidas', 'segundos']]);
  });

  it('accept the text shown, by its id or its hash, and no other', async () => {
    const { signatarios, id } = await sent(sender);
    const one = await authenticated(sender, signatarios[0]);
    await one.read();
    expect(refusal(await one.accept(UNKNOWN_TEXT))).toEqual([409, 'CONFLITO']);
    expect(refusal(await call(`${one.path}/aceite`, 'POST', {}))).toEqual([400, 'ENTRADA_INVALIDA', ['corpo']]);
    const { textoAceiteId, versao, textoHash } = (await one.open()).body.textoAceite;
    const accepted = await call(`${one.path}/aceite`, 'POST', { textoAceiteId });
    expect(accepted.body).toEqual({ textoAceiteId, versao, textoHash, aceitoEm: expect.any(String) });
    expect((await one.accept(textoHash)).body).toEqual(accepted.body);
    expect((await actions(id)).filter((acao) => acao === 'ACEITE_REGISTRADO')).toHaveLength(1);
  });
});

describe('a signature', () => {
  it('cannot be given twice', async () => {
    const { signatarios } = await withSigners(2);
    const one = await readyToSign(sender, signatarios[0]);
    expect((await one.sign()).body).toMatchObject({ status: 'ASSINADO' });
    expect(refusal(await one.sign())).toEqual([409, 'CONFLITO']);
    expect((await one.open()).body.signatario.status).toBe('ASSINADO');
  });

  it('is given once by whoever clicks twice at the same time', async () => {
    const { signatarios, id } = await sent(sender);
    const one = await readyToSign(sender, signatarios[0]);
    const both = await Promise.all([one.sign(), one.sign()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await actions(id)).filter((acao) => acao === 'ASSINATURA_REGISTRADA')).toHaveLength(1);
  });

  it('of the last two at the same time completes the document once', async () => {
    const { signatarios, id } = await withSigners(2);
    const both = [await readyToSign(sender, signatarios[0]), await readyToSign(sender, signatarios[1])];
    expect((await Promise.all(both.map((one) => one.sign()))).map(({ status }) => status)).toEqual([200, 200]);
    await until(async () => (await statusOf(id)) === 'ASSINADO');
    expect((await actions(id)).filter((acao) => acao === 'DOCUMENTO_CONCLUIDO')).toHaveLength(1);
  });

  it('of some but not all makes the document partly signed', async () => {
    const { signatarios, id } = await withSigners(2);
    const one = await readyToSign(sender, signatarios[0]);
    expect((await one.sign()).body.documentos).toEqual([
      { id, status: 'PARCIALMENTE_ASSINADO', recibo: expect.any(String) },
    ]);
    expect(await statusOf(id)).toBe('PARCIALMENTE_ASSINADO');
  });

  it('keeps its evidence whatever the browser calls itself', async () => {
    const { signatarios, id } = await sent(sender);
    const one = await readyToSign(sender, signatarios[0]);
    // Bytes that are control characters of Latin-1, and a letter outside ASCII.
    const signed = await one.sign({}, { 'user-agent': 'Navegador\u0085 \u009f ção/1.0' });
    expect(signed.body.documentos).toEqual([{ id, status: 'ASSINADO', recibo: expect.any(String) }]);
  });

  it('corrects name and CPF on the way, and the trail tells both', async () => {
    const { signatarios, id } = await sent(sender, { signatarios: [person({ nome: 'Jose Silva' })] });
    const one = await readyToSign(sender, signatarios[0]);
    await one.sign({ dados: { nome: 'José da Silva', cpf: '529.982.247-25' } });
    expect(await signatarioOf(id, 0)).toMatchObject({ nome: 'José da Silva', cpf: '52998224725' });
    expect((await trailOf(sender, id)).find(({ acao }) => acao === 'DADOS_CORRIGIDOS')?.detalhe).toMatchObject({
      nome: { de: 'Jose Silva', para: 'José da Silva' },
      cpf: { de: null, para: '529.982.247-25' },
    });
  });

  it('corrects nothing that the sender locked', async () => {
    const { signatarios, id } = await sent(sender, { signatarios: [person({ nome: 'Ana', travarDados: true })] });
    const one = await readyToSign(sender, signatarios[0]);
    expect((await one.open()).body.signatario.travarDados).toBe(true);
    expect(refusal(await one.sign({ dados: { nome: 'Ana Maria' } }))).toEqual([409, 'CONFLITO']);
    expect((await one.sign()).status).toBe(200);
    expect((await signatarioOf(id, 0)).nome).toBe('Ana');
  });

  it('takes no CPF with wrong check digits as a correction', async () => {
    const { signatarios } = await sent(sender);
    const one = await readyToSign(sender, signatarios[0]);
    expect(refusal(await one.sign({ dados: { cpf: '52998224726' } }))).toEqual([
      400,
      'ENTRADA_INVALIDA',
      ['dados.cpf'],
    ]);
  });
});

describe('the order', () => {
  it('lets those sign whose turn it is, and the next, by the link they have had from the start, after them', async () => {
    const { signatarios, id } = await withSigners(3, { ordenado: true }, (index) => ({ ordem: index === 2 ? 2 : 1 }));
    expect(signatarios.map((one: { link?: string }) => Boolean(one.link))).toEqual([true, true, true]);
    await (await readyToSign(sender, signatarios[1])).sign();
    expect(await signatarioOf(id, 2)).toMatchObject({ status: 'PENDENTE', link: signatarios[2].link });
    await (await readyToSign(sender, signatarios[0])).sign();
    const last = await signatarioOf(id, 2);
    expect(last).toMatchObject({ status: 'ENVIADO', link: signatarios[2].link });
    expect((await (await readyToSign(sender, last)).sign()).body.documentos[0].status).toBe('ASSINADO');
  });

  it('shows whoever opens a link before the turn that it is not theirs, which is no view and proves nothing', async () => {
    const { signatarios, id } = await withSigners(2, { ordenado: true }, (index) => ({ ordem: index + 1 }));
    const early = signer(sender.base, tokenOf(signatarios[1]));
    const before = await trailOf(sender, id);
    for (let count = 0; count < 2; count += 1) {
      const opened = await early.open();
      expect([opened.status, opened.body.suaVez, opened.body.autenticado]).toEqual([200, false, false]);
      expect(opened.body.signatario.status).toBe('PENDENTE');
    }
    expect(await trailOf(sender, id)).toEqual(before);
    expect(await signatarioOf(id, 1)).toMatchObject({ status: 'PENDENTE', visualizadoEm: null, fatoresCumpridos: [] });
    const acts = [
      await early.otp('EMAIL'),
      await early.answer('EMAIL', '000000'),
      await early.read(),
      await early.sign(),
    ];
    expect(acts.map(refusal)).toEqual(Array(4).fill([409, 'CONFLITO']));
    await (await readyToSign(sender, signatarios[0])).sign();
    expect((await early.open()).body).toMatchObject({ suaVez: true, signatario: { status: 'VISUALIZADO' } });
  });

  it('invites by e-mail only when the turn comes', async () => {
    const [first, second] = [person({ ordem: 1 }), person({ ordem: 2, metodoEntrega: 'EMAIL' })];
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const { signatarios, id } = await sent(sender, {
      ordenado: true,
      signatarios: [
        { ...first, id: ids[0] },
        { ...second, id: ids[1] },
      ],
      campos: [field({ signatarioId: ids[0] })],
    });
    expect(signatarios[1]).toMatchObject({ status: 'PENDENTE', enviadoEm: null });
    await (await readyToSign(sender, signatarios[0])).sign();
    expect((await signer(sender.base, await linkSentTo(sender, second.email)).open()).body.suaVez).toBe(true);
    expect((await signatarioOf(id, 1)).status).toBe('VISUALIZADO');
  });

  it('is kept against whoever had a link when the order changed', async () => {
    const { signatarios, id } = await withSigners(2, { ordenado: true }, (index) => ({ ordem: index + 1 }));
    const early = await readyToSign(sender, signatarios[0]);
    await about(sender, id, `/signatarios/${signatarios[0].id}`, 'PATCH', { ordem: 9 });
    expect((await early.open()).body.suaVez).toBe(false);
    expect(refusal(await early.sign())).toEqual([409, 'CONFLITO']);
    await (await readyToSign(sender, await signatarioOf(id, 1))).sign();
    expect((await early.open()).body.suaVez).toBe(true);
    expect((await early.sign()).status).toBe(200);
  });

  it('does not matter in a document without order', async () => {
    const { signatarios } = await withSigners(2, { ordenado: false }, (index) => ({ ordem: index + 1 }));
    expect((await (await readyToSign(sender, signatarios[1])).sign()).status).toBe(200);
  });
});

describe('what a signer sees', () => {
  const original = tinyPdf(2);
  const shared = async () => {
    const signatarios = [person({ id: crypto.randomUUID() }), person({ id: crypto.randomUUID() })];
    const campos = signatarios.flatMap((one) => [
      field({ signatarioId: (one as { id?: string }).id }),
      field({ tipo: 'TEXTO', pagina: 2, signatarioId: (one as { id?: string }).id }),
    ]);
    return sent(sender, { signatarios, campos, descricao: 'Só para uso interno' }, original);
  };

  it('is nothing of what others filled until the document is complete, and then all of it', async () => {
    const { signatarios, campos, id } = await shared();
    const one = await readyToSign(sender, signatarios[0]);
    const other = await readyToSign(sender, signatarios[1]);
    await one.sign({ campos: [{ campoId: campos[1].id, valor: 'segredo' }] });
    expect((await other.file()).bytes.equals(original)).toBe(true);
    expect((await one.file()).bytes.equals(original)).toBe(true);
    expect(JSON.stringify((await other.open()).body)).not.toContain('segredo');
    await other.sign({ campos: [{ campoId: campos[3].id, valor: 'aberto' }] });
    const signed = (await about(sender, id, '/arquivo')).bytes;
    for (const who of [one, other]) expect((await who.file()).bytes.equals(signed)).toBe(true);
  });

  it('is the own fields, and neither the description nor another person', async () => {
    const { signatarios, campos } = await shared();
    const { body } = await signer(sender.base, tokenOf(signatarios[0])).open();
    expect(body.documentos[0].campos.map(({ id }: { id: string }) => id)).toEqual([campos[0].id, campos[1].id]);
    expect(JSON.stringify(body)).not.toMatch(/uso interno/);
    expect(JSON.stringify(body)).not.toContain(signatarios[1].email);
    expect(JSON.stringify(body)).not.toContain(signatarios[0].email);
  });

  it('has a name with an accent in the file they download', async () => {
    const { signatarios } = await sent(sender, { titulo: 'Locação nº 7' });
    const one = await readyToSign(sender, signatarios[0]);
    const name = (answer: { headers: Headers }) => answer.headers.get('content-disposition');
    expect(name(await one.file())).toContain("filename*=UTF-8''Loca%C3%A7%C3%A3o%20n%C2%BA%207.pdf");
    await one.sign();
    expect(name(await one.file())).toContain("filename*=UTF-8''Loca%C3%A7%C3%A3o%20n%C2%BA%207%20%28assinado%29.pdf");
  });
});

describe('a link', () => {
  it('is not opened by HEAD, as programs that look at addresses ask it', async () => {
    const { signatarios, id } = await sent(sender);
    const { path } = signer(sender.base, tokenOf(signatarios[0]));
    expect((await fetch(path, { method: 'HEAD' })).status).toBe(404);
    expect((await about(sender, id)).body.signatarios[0].visualizadoEm).toBeNull();
  });

  const routes = (token: string) => {
    const one = signer(sender.base, token);
    return [
      one.open,
      one.file,
      () => one.read(1),
      () => one.accept(UNKNOWN_TEXT),
      () => one.otp('EMAIL'),
      one.sign,
    ].map((act) => act());
  };
  const answersOf = async (token: string) => (await Promise.all(routes(token))).map(refusal);
  const gone = Array(6).fill([410, 'LINK_INDISPONIVEL']);

  it('never issued is unknown on every route', async () => {
    const missing = Array(6).fill([404, 'NAO_ENCONTRADO']);
    expect(await answersOf('A'.repeat(43))).toEqual(missing);
    expect(await answersOf('x')).toEqual(missing);
  });

  it('dies when the document is cancelled', async () => {
    const { signatarios, id } = await sent(sender);
    await about(sender, id, '/cancelar', 'POST', { motivo: 'Erro no valor' });
    expect(await answersOf(tokenOf(signatarios[0]))).toEqual(gone);
  });

  it('dies when the deadline passes', async () => {
    const prazoEm = new Date(service().clock.now().getTime() + 3600_000).toISOString();
    const { signatarios, id } = await sent(sender, { prazoEm });
    service().clock.advance(3600_000);
    await until(async () => (await statusOf(id)) === 'EXPIRADO');
    expect(await answersOf(tokenOf(signatarios[0]))).toEqual(gone);
  });

  it('dies for everybody when a refusal ends the document', async () => {
    const { signatarios } = await withSigners(2);
    await signer(sender.base, tokenOf(signatarios[0])).refuse();
    for (const one of signatarios) expect(await answersOf(tokenOf(one))).toEqual(gone);
  });

  it('dies when its signer is removed', async () => {
    const { signatarios, id } = await withSigners(2);
    expect((await about(sender, id, `/signatarios/${signatarios[0].id}`, 'DELETE')).status).toBe(204);
    expect(await answersOf(tokenOf(signatarios[0]))).toEqual(gone);
  });

  it('dies when the contact is corrected, and the new one has to prove itself again', async () => {
    const { signatarios, id } = await sent(sender);
    await readyToSign(sender, signatarios[0]);
    const { email } = person();
    const corrected = await about(sender, id, `/signatarios/${signatarios[0].id}`, 'PATCH', { email });
    expect(await answersOf(tokenOf(signatarios[0]))).toEqual(gone);
    const one = signer(sender.base, tokenOf(corrected.body));
    expect((await one.open()).body.autenticado).toBe(false);
    await one.otp('EMAIL');
    expect((await one.answer('EMAIL', await codeSentTo(sender, email))).body.autenticado).toBe(true);
  });

  it('of a corrected contact is not opened by a code that went to the old one', async () => {
    const { signatarios, id } = await sent(sender);
    await signer(sender.base, tokenOf(signatarios[0])).otp('EMAIL');
    const old = await codeSentTo(sender, signatarios[0].email);
    const { body } = await about(sender, id, `/signatarios/${signatarios[0].id}`, 'PATCH', { email: person().email });
    const one = signer(sender.base, tokenOf(body));
    expect(refusal(await one.answer('EMAIL', old))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  });

  it('lives on beside the one of a resend', async () => {
    const signatario = person({ metodoEntrega: 'EMAIL' });
    const { id } = await sent(sender, { signatarios: [signatario] });
    const first = await linkSentTo(sender, signatario.email);
    await about(sender, id, '/reenviar', 'POST');
    const second = await linkSentTo(sender, signatario.email, 2);
    expect(second).not.toBe(first);
    for (const token of [first, second]) expect((await signer(sender.base, token).open()).status).toBe(200);
  });

  it('of a draft waits until it is sent', async () => {
    const { signatarios } = await draft(sender, { signatarios: [person()], campos: [field()] });
    expect(refusal(await signer(sender.base, tokenOf(signatarios[0])).open())).toEqual([409, 'CONFLITO']);
  });
});

describe('events', () => {
  const newWebhook = async (eventos: readonly string[]): Promise<string> => {
    const body = { url: 'http://127.0.0.1:9/gancho', eventos };
    return (await call(`${sender.base}/webhooks`, 'POST', body, sender.as)).body.id;
  };
  const bodiesOf = async (webhookId: string, documentoId: string) => {
    const { body } = await call(
      `${sender.base}/webhooks/${webhookId}/entregas?limite=100`,
      'GET',
      undefined,
      sender.as,
    );
    return body.itens
      .map(({ corpo }: { corpo: string }) => JSON.parse(corpo))
      .filter(({ dados }: { dados: { documento: { id: string } } }) => dados.documento.id === documentoId)
      .reverse();
  };
  const eventsOf = async (webhookId: string, documentoId: string): Promise<string[]> =>
    (await bodiesOf(webhookId, documentoId)).map(({ evento }: { evento: string }) => evento);

  it('tell of the first view and the signature once, however often the link is opened', async () => {
    const eventos = ['document.viewed', 'document.signed', 'signer.authenticated', 'document.completed'];
    const webhook = await newWebhook(eventos);
    const { signatarios, id } = await sent(sender);
    const one = signer(sender.base, tokenOf(signatarios[0]));
    await Promise.all([one.open(), one.open(), one.open()]);
    await (await readyToSign(sender, signatarios[0])).sign();
    await one.open();
    await until(async () => (await eventsOf(webhook, id)).includes('document.completed'));
    expect((await eventsOf(webhook, id)).sort()).toEqual([...eventos].sort());
  });

  it('tell of a person as the act left them, who proves an address by opening its link', async () => {
    const webhook = await newWebhook(['document.viewed', 'signer.authenticated']);
    const signatario = person({ metodoEntrega: 'EMAIL' });
    const { id } = await sent(sender, { signatarios: [signatario] });
    await signer(sender.base, await linkSentTo(sender, signatario.email)).open();
    const told = await until(async () => {
      const bodies = await bodiesOf(webhook, id);
      return bodies.length === 2 && bodies;
    });
    for (const { dados } of told) expect(dados.signatario.status).toBe('VISUALIZADO');
  });
});
