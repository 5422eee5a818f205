import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../members.ts';
import {
  about,
  call,
  draft,
  field,
  linkSentTo,
  messagesTo,
  newSender,
  ownService,
  person,
  type Sender,
  sent,
  signer,
  until,
} from '../support.ts';

/** Who is told how a document ended, and what. In the sandbox, where every message can be read and none leaves. */

const service = ownService();
let sender: Sender;
let owner: string;
beforeAll(async () => {
  sender = await newSender(service());
  owner = await ownerOf(sender);
});

async function ownerOf(one: Sender): Promise<string> {
  const { body } = await call(`${one.base}/organizacao/membros`, 'GET', undefined, one.as);
  return body.itens[0].email;
}

const byMail = (overrides: object = {}) => person({ metodoEntrega: 'EMAIL', ...overrides });
/** Signers with a signature field each, side by side; with ids of their own, so that a person may be in several. */
const signedBy = (people: readonly object[]) => {
  const signatarios = people.map((one) => ({ ...one, id: randomUUID() }));
  const campos = signatarios.map(({ id }, index) => field({ signatarioId: id, x: 0.02 + 0.3 * index, largura: 0.28 }));
  return { signatarios, campos };
};
const sendTo = (people: object[], dados: object = {}) => sent(sender, { ...signedBy(people), ...dados });

/** Messages to an address that tell how something ended, oldest first. */
const endings = async (email: string, one = sender) =>
  (await messagesTo(one, email)).filter(({ assunto }) =>
    /concluíd|recus|expirou|cancelado|encerrados/i.test(assunto ?? ''),
  );
const told = (email: string, how: RegExp, one = sender) =>
  until(async () => (await endings(email, one)).find(({ assunto }) => how.test(assunto ?? '')));
const titled = (() => {
  let count = 0;
  return () => {
    count += 1;
    return `Contrato ${count}`;
  };
})();

/** Reads, accepts and signs everything the link shows. */
async function sign(token: string, base = sender.base) {
  const one = signer(base, token);
  const session = await one.open();
  for (const { id } of session.body.documentos) {
    await call(`${one.path}/leitura`, 'POST', { documentoId: id, paginasLidas: 9, segundos: 3 });
  }
  await one.accept();
  return one.sign();
}
const signAs = async (email: string, which = 1) => sign(await linkSentTo(sender, email, which));
/** Nothing is queued any more, so that what has not come will not come. */
const quiet = () =>
  until(async () => {
    const [row] = await service().owner<{ jobs: number; notices: number }[]>`
      select (select count(*) from fila.job where state < 'completed' and name like 'enviar-%') as jobs,
             (select count(*) from aviso where mensagem_id is not null) as notices`;
    return row?.jobs === 0 && row.notices === 0;
  });

describe('a completed document', () => {
  it('is told to each signer, with the link to the signed copy, and to whoever sent it', async () => {
    const [ana, rui] = [byMail({ nome: 'Ana Lima' }), byMail({ nome: 'Rui Sá' })];
    const titulo = titled();
    const { id } = await sendTo([ana, rui], { titulo });
    await signAs(ana.email);
    expect(await endings(ana.email)).toEqual([]);
    expect((await signAs(rui.email)).status).toBe(200);
    for (const one of [ana, rui]) {
      const message = await told(one.email, /está concluído/);
      expect(message.assunto).toBe(`[TESTE] “${titulo}” está concluído`);
      expect(message.texto).toContain(`Olá, ${one.nome}!`);
      const token = /pessoal:\n\S+\/assinar\/([\w-]{43})\n/.exec(message.texto)?.[1] ?? '';
      expect(message.html).toContain(`/assinar/${token}`);
      const page = signer(sender.base, token);
      expect((await page.open()).body.documentos[0].status).toBe('ASSINADO');
      expect((await page.file()).bytes.subarray(0, 5).toString()).toBe('%PDF-');
    }
    const mine = await told(owner, new RegExp(`${titulo}” está concluído`));
    expect(mine.texto).toContain('  • Ana Lima\n  • Rui Sá');
    expect(mine.texto).toContain(`/painel/sandbox/documentos/${id}\n`);
    expect(mine.texto).not.toContain('/assinar/');
  });

  it('names the codes and the SHA-256 of signed file and certificate, to signers and sender alike', async () => {
    const ana = byMail();
    const titulo = titled();
    const { id, codigoValidacao } = await sendTo([ana], { titulo });
    expect((await signAs(ana.email)).status).toBe(200);
    const sha256 = ({ bytes }: { bytes: Buffer }) => createHash('sha256').update(bytes).digest('hex');
    const certificate = (await about(sender, id, '/certificado')).body;
    const signed = sha256(await about(sender, id, '/arquivo'));
    const issued = sha256(await about(sender, id, '/arquivo?tipo=CERTIFICADO'));
    for (const message of [await told(ana.email, /está concluído/), await told(owner, new RegExp(`${titulo}” está`))]) {
      expect(message.texto).toContain(
        [
          `Código: ${codigoValidacao}`,
          `SHA-256 do assinado: ${signed}`,
          `Certificado: ${certificate.codigo}, versão 1`,
          `SHA-256 do certificado: ${issued}`,
        ].join('\n'),
      );
      for (const value of [codigoValidacao, signed, certificate.codigo, issued]) expect(message.html).toContain(value);
    }
  });

  it('leads to the newest of the links, and it works', async () => {
    const ana = byMail();
    const { id } = await sendTo([ana]);
    const first = await linkSentTo(sender, ana.email);
    expect((await about(sender, id, '/reenviar', 'POST', {})).status).toBe(200);
    const second = await linkSentTo(sender, ana.email, 2);
    await sign(first);
    expect((await told(ana.email, /está concluído/)).texto).toContain(`/assinar/${second}`);
    expect((await signer(sender.base, second).file()).status).toBe(200);
  });

  it('that went on without who refused is not told to them', async () => {
    const [ana, rui] = [byMail(), byMail()];
    await sendTo([ana, rui], { pararSeRecusado: false });
    await signer(sender.base, await linkSentTo(sender, ana.email)).refuse();
    await signAs(rui.email);
    await told(rui.email, /está concluído/);
    await quiet();
    expect(await endings(ana.email)).toEqual([]);
  });

  it('and one refused are each told to whoever sent them only as their account wants it', async () => {
    const wants = (avisos: object) => call(`${sender.base}/conta`, 'PATCH', { avisos }, sender.as);
    const refuse = async (email: string) =>
      signer(sender.base, await linkSentTo(sender, email)).refuse('Não é o combinado.');
    const [ana, rui] = [byMail(), byMail()];
    const [concluded, refused] = [titled(), titled()];
    expect((await wants({ documentoConcluido: false })).status).toBe(200);
    await sendTo([ana], { titulo: concluded });
    await sendTo([rui], { titulo: refused });
    expect((await signAs(ana.email)).status).toBe(200);
    expect((await refuse(rui.email)).status).toBe(200);
    await told(ana.email, /está concluído/);
    await told(owner, new RegExp(`${refused}”`));
    await quiet();
    expect((await endings(owner)).filter(({ assunto }) => assunto?.includes(concluded))).toEqual([]);
    await wants({ documentoConcluido: true });
  });

  it('tells who both sent and signed once, with the copy', async () => {
    await sendTo([byMail({ email: owner })], { titulo: 'Do próprio punho' });
    await signAs(owner);
    await told(owner, /Do próprio punho.*concluído/);
    await quiet();
    const messages = (await endings(owner)).filter(({ assunto }) => assunto?.includes('Do próprio punho'));
    expect(messages.map(({ texto }) => texto.includes('/assinar/'))).toEqual([true]);
  });
});

describe('a refused document', () => {
  it('is told without the reason to the others, as a receipt to who refused, with the reason to who sent it', async () => {
    const [ana, rui] = [byMail({ nome: 'Ana Lima' }), byMail()];
    const titulo = titled();
    await sendTo([ana, rui], { titulo });
    await linkSentTo(sender, rui.email);
    await until(async () => (await about(sender, await idOf(titulo))).body.signatarios[1].status === 'ENVIADO');
    await signer(sender.base, await linkSentTo(sender, ana.email)).refuse('O valor está errado.');
    const other = await told(rui.email, /foi recusado/);
    expect(other.texto).not.toContain('O valor está errado.');
    expect(other.texto).not.toContain('/assinar/');
    expect((await told(ana.email, /Recusa registrada/)).texto).toContain('foi recusado por você');
    const mine = await told(owner, new RegExp(`${titulo}” foi recusado`));
    expect(mine.texto).toContain('foi recusado por Ana Lima');
    expect(mine.texto).toContain('Motivo informado:\nO valor está errado.');
  });

  const idOf = async (titulo: string) =>
    (await call(`${sender.base}/documentos?busca=${encodeURIComponent(titulo)}`, 'GET', undefined, sender.as)).body
      .itens[0].id as string;
});

describe('an expired document', () => {
  it('is told to who signed, to who did not, and to who sent it, naming who was missing', async () => {
    const [ana, rui] = [byMail(), byMail({ nome: 'Rui Sá' })];
    const titulo = titled();
    const prazoEm = new Date(service().clock.now().getTime() + 3600_000).toISOString();
    const { id } = await sendTo([ana, rui], { titulo, prazoEm });
    await signAs(ana.email);
    await until(async () => (await about(sender, id)).body.signatarios[1].status === 'ENVIADO');
    service().clock.advance(3700_000);
    await told(ana.email, /expirou/);
    await told(rui.email, /expirou/);
    expect((await told(owner, new RegExp(`${titulo}” expirou`))).texto).toContain(
      'Faltou a assinatura de:\n\n  • Rui Sá',
    );
  });
});

describe('a cancelled document', () => {
  it('is told to who was invited, without the reason, and not to who cancelled it', async () => {
    const ana = byMail();
    const titulo = titled();
    const { id } = await sendTo([ana], { titulo });
    await until(async () => (await about(sender, id)).body.signatarios[0].status === 'ENVIADO');
    await about(sender, id, '/cancelar', 'POST', { motivo: 'Cliente em atraso.' });
    expect((await told(ana.email, /foi cancelado/)).texto).not.toContain('Cliente em atraso.');
    await quiet();
    expect((await endings(owner)).filter(({ assunto }) => assunto?.includes(titulo))).toEqual([]);
  });

  it('by somebody else is told to who sent it, with name and reason', async () => {
    const titulo = titled();
    const { id } = await sendTo([byMail()], { titulo });
    const { panel } = await addMember({ origin: service().origin }, sender.as as never, 'ADMINISTRADOR');
    const cancelled = await call(`${sender.base}/documentos/${id}/cancelar`, 'POST', { motivo: 'Duplicado.' }, panel);
    expect(cancelled.status).toBe(200);
    const mine = await told(owner, new RegExp(`${titulo}” foi cancelado`));
    expect(mine.texto).toMatch(/foi cancelado por .+\./);
    expect(mine.texto).toContain('Motivo informado:\nDuplicado.');
  });
});

describe('nobody hears of an end', () => {
  it('who had only a link handed out, or whose turn never came', async () => {
    const [ana, rui, eva] = [byMail({ ordem: 1 }), person({ ordem: 1 }), byMail({ ordem: 2 })];
    const { id } = await sendTo([ana, rui, eva], { ordenado: true });
    await until(async () => (await about(sender, id)).body.signatarios[0].status === 'ENVIADO');
    await about(sender, id, '/cancelar', 'POST', { motivo: 'Engano.' });
    await told(ana.email, /foi cancelado/);
    await quiet();
    expect([await endings(rui.email), await messagesTo(sender, eva.email)]).toEqual([[], []]);
  });

  it('whose contact was corrected away', async () => {
    const [old, now] = [byMail(), byMail()];
    const { id, signatarios } = await sendTo([old]);
    await linkSentTo(sender, old.email);
    await about(sender, id, `/signatarios/${signatarios[0].id}`, 'PATCH', { email: now.email });
    await signAs(now.email);
    await told(now.email, /está concluído/);
    await quiet();
    expect(await endings(old.email)).toEqual([]);
  });

  it('and where who sent it has left, an owner of the organization does', async () => {
    const operator = await addMember({ origin: service().origin }, sender.as as never, 'OPERADOR');
    const titulo = titled();
    const own = { ...sender, as: operator.panel };
    const ana = byMail();
    await sent(own, { titulo, ...signedBy([ana]) });
    const token = await linkSentTo(sender, ana.email);
    const path = `${sender.base}/organizacao/membros/${operator.membroId}`;
    expect((await call(path, 'DELETE', undefined, sender.as)).status).toBe(204);
    await sign(token);
    await told(owner, new RegExp(`${titulo}” está concluído`));
  });
});

describe('an envelope', () => {
  const envelope = async (...members: object[]) => {
    const { body } = await call(`${sender.base}/envelopes`, 'POST', { titulo: 'Admissão' }, sender.as);
    const documents = [];
    for (const dados of members) documents.push(await draft(sender, { envelopeId: body.id, ...dados }));
    const answered = await call(`${sender.base}/envelopes/${body.id}/enviar`, 'POST', undefined, sender.as);
    expect(answered.status).toBe(200);
    return documents.map(({ id }) => id as string);
  };

  it('is told in one message a person, with all of theirs, and one to who sent it', async () => {
    const ana = byMail();
    const titles = [titled(), titled(), titled()];
    const ids = await envelope(...titles.map((titulo) => ({ titulo, ...signedBy([ana]) })));
    await signAs(ana.email);
    const message = await told(ana.email, /3 documentos estão concluídos/);
    for (const titulo of titles) expect(message.texto).toContain(`  • “${titulo}”: concluído`);
    const mine = await told(owner, /3 documentos estão concluídos/);
    for (const titulo of titles) expect(mine.texto).toContain(`O documento “${titulo}” está concluído.`);
    for (const id of ids) expect(mine.texto).toContain(`/painel/sandbox/documentos/${id}`);
    await quiet();
    expect(await endings(ana.email)).toHaveLength(1);
    const page = signer(sender.base, /\/assinar\/([\w-]{43})/.exec(message.texto)?.[1] ?? '');
    expect((await page.open()).body.documentos).toHaveLength(3);
  });

  it('tells each person once nothing of theirs is in progress, and who sent it once nothing is', async () => {
    const [ana, rui] = [byMail(), byMail()];
    const [one, two] = [titled(), titled()];
    const ids = await envelope({ titulo: one, ...signedBy([ana]) }, { titulo: two, ...signedBy([ana, rui]) });
    await until(async () => (await about(sender, ids[1] as string)).body.signatarios[1].status === 'ENVIADO');
    await signAs(ana.email);
    await until(async () => (await about(sender, ids[0] as string)).body.status === 'ASSINADO');
    await quiet();
    expect([await endings(ana.email), await endings(rui.email)]).toEqual([[], []]);
    await signer(sender.base, await linkSentTo(sender, rui.email)).refuse();
    const message = await told(ana.email, /1 de 2 documentos está concluído/);
    expect(message.texto).toContain(`“${one}”: concluído`);
    expect(message.texto).toContain(`“${two}”: recusado`);
    await told(rui.email, /Recusa registrada/);
    await told(owner, /1 de 2 documentos está concluído/);
    await quiet();
    expect(await endings(ana.email)).toHaveLength(1);
  });

  it('whose documents all end at the same moment is told once', async () => {
    const ana = byMail();
    const ids = await envelope(...[1, 2, 3].map(() => ({ titulo: titled(), ...signedBy([ana]) })));
    await until(async () => {
      const all = await Promise.all(ids.map((id) => about(sender, id)));
      return all.every(({ body }) => body.signatarios[0].status === 'ENVIADO');
    });
    await Promise.all(ids.map((id) => about(sender, id, '/cancelar', 'POST', { motivo: 'Fim.' })));
    const message = await told(ana.email, /3 documentos foram encerrados/);
    expect(message.texto).not.toContain('/assinar/');
    await quiet();
    expect(await endings(ana.email)).toHaveLength(1);
    const [left] = await service().owner<{ total: number }[]>`select count(*) as total from aviso`;
    expect(left?.total).toBe(0);
  });
});

describe('a race', () => {
  it('of the last signature and a cancellation tells one end, and the true one', async () => {
    for (let round = 0; round < 4; round += 1) {
      const ana = byMail();
      const titulo = titled();
      const { id } = await sendTo([ana], { titulo });
      await until(async () => (await about(sender, id)).body.signatarios[0].status === 'ENVIADO');
      const one = signer(sender.base, await linkSentTo(sender, ana.email));
      await one.open();
      await one.read();
      await one.accept();
      const acts = [() => one.sign(), () => about(sender, id, '/cancelar', 'POST', { motivo: 'Corrida.' })];
      await Promise.all((round % 2 === 0 ? acts : acts.reverse()).map((act) => act()));
      const status = await until(async () => {
        const { body } = await about(sender, id);
        return ['ASSINADO', 'CANCELADO'].includes(body.status) && body.status;
      });
      await told(ana.email, status === 'ASSINADO' ? /está concluído/ : /foi cancelado/);
      await quiet();
      expect(await endings(ana.email)).toHaveLength(1);
    }
  });
});

describe('what an organization puts into a notice', () => {
  it('is shown as text, with its colour, and can write no header', async () => {
    const other = await newSender(service());
    const marca = { corPrimaria: '#FFD400', nomeRemetente: 'Acácia' };
    await call(`${other.base}/organizacao`, 'PATCH', { marca }, other.as);
    const ana = byMail({ nome: '<i>Ana</i>' });
    const titulo = '<script>x()</script>\r\nBcc: alguem@exemplo.com.br';
    const { id } = await sent(other, { titulo, ...signedBy([ana]) });
    const token = await linkSentTo(other, ana.email);
    expect((await about(other, id)).status).toBe(200);
    await sign(token, other.base);
    const message = await told(ana.email, /está concluído/, other);
    expect(message.assunto).not.toMatch(/[\r\n]/);
    expect(message.html).not.toMatch(/<script|<i>Ana/);
    expect(message.html).toContain('&lt;i&gt;Ana&lt;/i&gt;');
    expect(message.html).toContain('background:#FFD400;color:#1f2430');
  });
});
