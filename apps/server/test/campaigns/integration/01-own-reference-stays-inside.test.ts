import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPlainly } from '../../../../../packages/pdf/test/judges/soundness.ts';
import { readWithPdfjs } from '../../../../../packages/pdf/test/pdfjs.ts';
import { type Answer, newAccount } from '../../harness.ts';
import { type Client, client, DAY_MS, newPerson } from '../../modules/lgpd/support.ts';
import {
  about,
  call,
  codeSentTo,
  draft,
  field,
  linkSentTo,
  newSender,
  person,
  type Sender,
  type Signer,
  sharedService,
  signer,
  tokenOf,
  until,
  validate,
  validateTest,
  wrong,
} from '../../modules/support.ts';

/** Line 1: a client's own reference is nothing to signers and the public, and a person's own goes with the person. */

const service = sharedService();
/** A word that stands nowhere else. */
const mark = () => `reservado${randomUUID().replaceAll('-', '')}`;
const own = (word: string) => ({ referenciaExterna: word, metadados: { [`k${word.slice(-30)}`]: word } });

/** All that a PDF says: drawn text, attachments, and every stream unpacked. */
async function wordsOf(pdf: Uint8Array): Promise<string> {
  const { info, metadata, pages, attachments } = await readWithPdfjs(pdf);
  const drawn = pages.map(({ items }) => items.map((item) => ('str' in item ? item.str : '')).join(''));
  const attached = Object.values((attachments ?? {}) as Record<string, { content: Uint8Array }>).map(({ content }) =>
    Buffer.from(content).toString(),
  );
  expect(drawn.join('').length).toBeGreaterThan(0);
  return JSON.stringify([info, metadata, drawn, attached, await readPlainly(pdf)]);
}

describe.each(['PRODUCAO', 'TESTE'] as const)('in %s', (ambiente) => {
  let sender: Sender;
  const word = mark();
  /** All that was shown to a signer or the public, or is handed to one. */
  const said: [string, string][] = [];
  const note = (name: string, answer: Answer) => {
    said.push([name, `${JSON.stringify([...answer.headers])}${answer.bytes}`]);
    expect([name, answer.status < 500]).toEqual([name, true]);
  };
  beforeAll(async () => {
    sender = await newSender(service(), ambiente);
  });

  it('no answer, page, message or file of a signer or the public holds it, from the invitation to the certificate', async () => {
    const people = [person(own(word)), person({ ...own(word), metodoEntrega: 'EMAIL' })] as const;
    const signatarios = people.map((each) => ({ ...each, id: randomUUID() }));
    const { body: envelope } = await call(
      `${sender.base}/envelopes`,
      'POST',
      { titulo: 'Set', ...own(word) },
      sender.as,
    );
    const campos = signatarios.map(({ id }, index) => field({ signatarioId: id, y: 0.2 + 0.2 * index }));
    const { id } = await draft(sender, { ...own(word), envelopeId: envelope.id, signatarios, campos });
    await call(`${sender.base}/envelopes/${envelope.id}/enviar`, 'POST', undefined, sender.as);
    const inThreeDays = new Date(service().clock.now().getTime() + 3 * DAY_MS).toISOString();
    expect((await about(sender, id, '/ajustar', 'POST', { ...own(word), prazoEm: inThreeDays })).status).toBe(200);
    const corrected = { ...own(word), telefone: '+5519987654321' };
    const path = `/signatarios/${signatarios[0]?.id}`;
    expect((await about(sender, id, path, 'PATCH', corrected)).status).toBe(200);

    const [handed] = (await about(sender, id)).body.signatarios;
    const tokens = [tokenOf(handed), await linkSentTo(sender, people[1].email)];
    for (const [index, token] of tokens.entries()) {
      note('signing page', await call(`${service().origin}/assinar/${token}`));
      // Whoever was mailed the link has proved the mailbox by opening it.
      await signAs(signer(sender.base, token), index === 0 ? people[0].email : null);
    }
    await until(async () => (await about(sender, id)).body.status === 'ASSINADO');

    const test = ambiente === 'TESTE';
    const { body } = await about(sender, id);
    note('validation', await (test ? validateTest : validate)(service(), { codigo: body.codigoValidacao }));
    const page = test ? 'validar/teste' : 'validar';
    note('validation page', await call(`${service().origin}/${page}/${body.codigoValidacao}`));
    note('trail', await about(sender, id, '/auditoria?limite=100'));
    note('certificate', await about(sender, id, '/certificado'));
    for (const query of ['', '?tipo=CERTIFICADO']) {
      const { status, bytes } = await call(`${sender.base}/assinatura/${tokens[0]}/arquivo${query}`);
      expect(status).toBe(200);
      said.push([`file${query}`, await wordsOf(bytes)]);
    }
    // A code to one, to the other the invitation, the new deadline and the outcome.
    const messages = await until(async () => {
      const rows = await service().owner<{ destino: string; tudo: string }[]>`
        select destino, concat_ws(' ', assunto, texto, html) as tudo
          from mensagem_capturada where destino = any (${people.map(({ email }) => email)}::text[])`;
      const over = rows.some(({ destino, tudo }) => destino === people[1].email && tudo.includes('está concluído'));
      return over && rows.length >= 3 && rows;
    });
    said.push(['messages', JSON.stringify(messages)]);

    const holding = said.filter(([, text]) => text.includes(word) || text.includes(word.slice(-30)));
    expect(holding.map(([name]) => name)).toEqual([]);
    expect([...new Set(said.map(([name]) => name))].length).toBeGreaterThan(14);
    expect(JSON.stringify(body).split(word).length).toBeGreaterThan(6);
  });

  async function signAs(one: Signer, email: string | null): Promise<void> {
    note('opening', await one.open());
    if (email) {
      note('code', await one.otp('EMAIL'));
      const code = await codeSentTo(sender, email);
      note('wrong answer', await one.answer('EMAIL', wrong(code)));
      note('right answer', await one.answer('EMAIL', code));
    }
    note('reading', await one.read());
    note('acceptance', await one.accept());
    note('file', await one.file());
    note('signature', await one.sign());
    note('opening after', await one.open());
  }
});

describe('the person’s own', () => {
  let api: Client;
  beforeAll(async () => {
    const account = await newAccount(service().origin);
    api = client(service(), account.test, 'sandbox');
  });
  const request = (tipo: string, { nome, email }: { nome: string; email: string }) =>
    api.ok('POST', '/lgpd/solicitacoes', { tipo, titular: { nome, email } });

  it('is in what the person is given of their data', async () => {
    const word = mark();
    const one = { ...newPerson(), ...own(word) };
    await api.draft([one]);
    const { id } = await request('ACESSO', one);
    await api.closed(id);
    const { bytes } = await api.ask('GET', `/lgpd/solicitacoes/${id}/arquivo`);
    expect(JSON.parse(bytes.toString()).documentos[0].signatario).toMatchObject(own(word));
  });

  it('goes with the person: from the signer, the search and events', async () => {
    const word = mark();
    const one = { ...newPerson(), ...own(word) };
    const { id: documentoId } = await api.draft([one, newPerson()], own('pedido-da-empresa'));
    await api.ok('POST', `/documentos/${documentoId}/enviar`);
    await api.sign(documentoId, one);
    await api.ok('POST', `/documentos/${documentoId}/cancelar`, { motivo: 'Engano.' });
    const { id } = await request('ELIMINACAO', one);
    await api.ok('POST', `/lgpd/solicitacoes/${id}/decidir`, { decisao: 'CONFIRMAR' });
    service().clock.advance(8 * DAY_MS);
    await api.closed(id);
    expect(await api.ok('GET', `/documentos/${documentoId}`)).toMatchObject({
      ...own('pedido-da-empresa'),
      signatarios: [{ referenciaExterna: null, metadados: {} }, {}],
    });
    expect(await tablesHolding(word)).toEqual([]);
  });

  /** Tables with a row that holds a text; what is remembered for an Idempotency-Key goes by itself. */
  async function tablesHolding(text: string): Promise<string[]> {
    const { owner } = service();
    const tables = await owner<{ name: string }[]>`
      select table_name as name
        from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`;
    const holding: string[] = [];
    for (const { name } of tables) {
      const rows = await owner`select from ${owner(name)} t where strpos(t::text, ${text}) > 0 limit 1`;
      if (rows.length > 0) holding.push(name);
    }
    return holding;
  }
});
