import { beforeAll, expect, it } from 'vitest';
import {
  about,
  field,
  newSender,
  person,
  readyToSign,
  type Sender,
  type Service,
  sent,
  sharedService,
  until,
} from '../../modules/support.ts';
import { canonical, sha256 } from '../model/trail.ts';
import { packageProblems } from './package-check.ts';
import { certificateOf, rewriteTrail, statusOf } from './seals.ts';
import { several } from './support.ts';

/**
 * Between two signatures whoever owns the database writes another price, moves a signature, or gives what was ticked
 * another label: the signed file and its certificate said what nobody had signed, and every hash fitted.
 */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

type Change = (owner: Service['owner'], id: string) => PromiseLike<unknown>;
const ATTACKS: Readonly<Record<string, { readonly change: Change; readonly back: Change }>> = {
  'another price': {
    change: (owner, id) => owner`
      update campo set valor_padrao = 'R$ 9.000,00' where documento_id = ${id} and rotulo = 'Preço'`,
    back: (owner, id) => owner`
      update campo set valor_padrao = 'R$ 1.000,00' where documento_id = ${id} and rotulo = 'Preço'`,
  },
  'another label of what was ticked': {
    change: (owner, id) => owner`
      update campo set rotulo = 'Renuncio' where documento_id = ${id} and tipo = 'CHECKBOX'`,
    back: (owner, id) => owner`update campo set rotulo = 'Li' where documento_id = ${id} and tipo = 'CHECKBOX'`,
  },
  'the signatures in another place': {
    change: (owner, id) => owner`update campo set x = x / 2 where documento_id = ${id} and tipo = 'ASSINATURA'`,
    back: (owner, id) => owner`update campo set x = x * 2 where documento_id = ${id} and tipo = 'ASSINATURA'`,
  },
  'a line of the sender more': {
    change: (owner, id) => owner`
      insert into campo
      select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'rotulo', 'Multa'))).*
        from campo c
       where c.documento_id = ${id} and c.rotulo = 'Preço'`,
    back: (owner, id) => owner`delete from campo where documento_id = ${id} and rotulo = 'Multa'`,
  },
  'as if the trail said nothing of it': {
    change: (owner, id) => owner`
      with outro as (update campo set valor_padrao = 'R$ 9.000,00' where documento_id = ${id} and rotulo = 'Preço')
      update documento set campos_sal = null, descricao = campos_sal where id = ${id}`,
    back: (owner, id) => owner`
      with outro as (update campo set valor_padrao = 'R$ 1.000,00' where documento_id = ${id} and rotulo = 'Preço')
      update documento set campos_sal = descricao, descricao = null where id = ${id}`,
  },
};

/** Two people, the first of whom ticks something, beside a price that the sender wrote. */
async function priced() {
  const emails = [person().email, person().email];
  const { signatarios, campos } = several(...emails.map((email) => person({ email })));
  const [one] = signatarios;
  const tickAt = { y: 0.6, largura: 0.03, altura: 0.03 };
  const more = [
    field({ tipo: 'TEXTO', signatarioId: null, y: 0.5, altura: 0.04, rotulo: 'Preço', valorPadrao: 'R$ 1.000,00' }),
    field({ ...tickAt, tipo: 'CHECKBOX', signatarioId: one?.id, rotulo: 'Li', obrigatorio: false }),
  ];
  const documento = await sent(sender, { signatarios, campos: [...campos, ...more] });
  const people = emails.map((email, index) => ({ ...documento.signatarios[index], email }));
  const { body } = await about(sender, documento.id, '/campos');
  const tick = body.itens.find(({ tipo }: { tipo: string }) => tipo === 'CHECKBOX').id as string;
  return { id: documento.id, people, tick };
}

it('what was sent is what is drawn, and nothing else is ever completed', async () => {
  const { owner } = service();
  const attacked: { readonly id: string; readonly back: Change }[] = [];
  for (const [name, { change, back }] of Object.entries(ATTACKS)) {
    const { id, people, tick } = await priced();
    const [first, second] = people;
    const signed = await (await readyToSign(sender, first)).sign({ campos: [{ campoId: tick, valor: true }] });
    expect([name, signed.status]).toEqual([name, 200]);
    const other = await readyToSign(sender, second);
    await change(owner, id);
    const last = await other.sign();
    expect([name, last.status, last.body.documentos?.[0].status]).toEqual([name, 200, 'PARCIALMENTE_ASSINADO']);
    attacked.push({ id, back });
  }
  // With what was sent in its place again, each is completed: nothing else stood in its way.
  for (const { id, back } of attacked) await back(owner, id);
  for (const { id } of attacked) {
    await until(async () => (await statusOf(sender, id)) === 'ASSINADO');
    const { conteudo } = await certificateOf(sender, id);
    expect(packageProblems(conteudo)).toEqual([]);
    expect(conteudo.camposDoRemetente.campos).toEqual([expect.objectContaining({ valorPadrao: 'R$ 1.000,00' })]);
  }
});

it('a document that was out for signature on the day of the upgrade is completed, and tells less', async () => {
  const { owner } = service();
  const { id, people } = await priced();
  await owner`update documento set campos_sal = null where id = ${id}`;
  const kept = await owner<{ id: string; envio_sal: string; envio_dados: object }[]>`
    update signatario set envio_dados = envio_dados - 'campos' where documento_id = ${id}
    returning id, envio_sal, envio_dados`;
  const hashOf = (signatarioId: string) => {
    const row = kept.find((one) => one.id === signatarioId);
    return sha256(`${row?.envio_sal}\n${canonical(row?.envio_dados)}`);
  };
  await rewriteTrail(service(), id, (event) => {
    if (event.acao !== 'DOCUMENTO_ENVIADO') return event;
    const { hashCamposDoRemetente: _, ...detalhe } = event.detalhe as Record<string, { signatarioId: string }[]>;
    const dados = detalhe.dados?.map(({ signatarioId }) => ({ signatarioId, hash: hashOf(signatarioId) }));
    return { ...event, detalhe: { ...detalhe, dados } };
  });
  for (const who of people) expect((await (await readyToSign(sender, who)).sign()).status).toBe(200);
  await until(async () => (await statusOf(sender, id)) === 'ASSINADO');
  const { conteudo } = await certificateOf(sender, id);
  expect([conteudo.camposDoRemetente, conteudo.campos.length]).toEqual([undefined, 3]);
});
