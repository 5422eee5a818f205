import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  call,
  codeSentTo,
  draft,
  field,
  newSender,
  ownService,
  person,
  readyToSign,
  refusal,
  type Sender,
  signer,
  tinyPdf,
  tokenOf,
} from '../../modules/support.ts';
import { canonical, sha256 } from '../model/trail.ts';
import { packageProblems } from './package-check.ts';
import { rewriteTrail } from './seals.ts';

/**
 * The package binds what was sent, shown, agreed to and filled in: before, all of it could be rewritten beside a chain
 * that said nothing of it.
 */

const service = ownService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const CPF = '52998224725';
const uri = (png: Uint8Array) => `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
const picture = (background: string) =>
  sharp({ create: { width: 60, height: 20, channels: 3, background } })
    .png()
    .toBuffer();

const certificateOf = async (id: string) => (await about(sender, id, '/certificado')).body;

const KINDS = [
  'ASSINATURA',
  'RUBRICA',
  'NOME',
  'DATA',
  'CPF',
  'CNPJ',
  'EMAIL',
  'TEXTO',
  'CHECKBOX',
  'CHECKBOX',
  'IMAGEM',
];

/** Signed by one with a value of every kind, by another with a typed name, refused by a third: the flow goes on. */
async function everyKind() {
  const [one, other, refuser] = [
    person({
      id: randomUUID(),
      nome: 'Marina Duarte',
      cpf: CPF,
      telefone: '+5511987654321',
      dataNascimento: '1980-05-17',
    }),
    person({ id: randomUUID() }),
    person({ id: randomUUID() }),
  ];
  const own = KINDS.map((tipo, index) =>
    field({
      tipo,
      signatarioId: (one as { id?: string }).id,
      y: 0.05 + index * 0.07,
      altura: 0.05,
      rotulo: `campo ${index}`,
      obrigatorio: index !== 9,
    }),
  );
  const campos = [
    ...own,
    ...[other, refuser].map((who) => field({ signatarioId: (who as { id?: string }).id, pagina: 2 })),
  ];
  const { id } = await draft(
    sender,
    { signatarios: [one, other, refuser], campos, pararSeRecusado: false },
    tinyPdf(2),
  );
  const sent = (await about(sender, id, '/enviar', 'POST')).body;
  const fields: string[] = (await about(sender, id, '/campos')).body.itens.map(
    ({ id: fieldId }: { id: string }) => fieldId,
  );
  const valor: Record<number, unknown> = {
    5: '11222333000181',
    7: 'duas\nlinhas — “çã”',
    8: true,
    9: false,
    10: uri(await picture('#7c1d6f')),
  };
  const first = await readyToSign(sender, { ...sent.signatarios[0], email: one.email });
  const signed = await first.sign({
    assinatura: { tipo: 'DESENHADA', imagem: uri(await picture('#1f5a4c')) },
    rubrica: { tipo: 'DIGITADA', texto: 'MD' },
    campos: Object.entries(valor).map(([index, value]) => ({ campoId: fields[Number(index)], valor: value })),
  });
  expect([signed.status, signed.body.erros]).toEqual([200, undefined]);
  expect((await signer(sender.base, tokenOf(sent.signatarios[2])).refuse()).status).toBe(200);
  const second = await readyToSign(sender, { ...sent.signatarios[1], email: other.email });
  expect((await second.sign()).status).toBe(200);
  return { id, fields };
}

describe('a package of the second form', () => {
  it('opens every hash of its chain with nothing but its own text', async () => {
    const { id, fields } = await everyKind();
    const { conteudo, hashConteudo } = await certificateOf(id);
    expect(conteudo.esquema).toBe('rubrica.certificado.v2');
    expect(sha256(canonical(conteudo))).toBe(hashConteudo);
    expect(packageProblems(conteudo)).toEqual([]);

    const [one, other, refuser] = conteudo.signatarios;
    const value = Object.fromEntries(
      one.valores.itens.map(({ campoId, valor }: Record<string, unknown>) => [campoId, valor]),
    );
    const [drawn, typed, nome, day, cpf, cnpj, email, text, yes, no, image] = fields.map((fieldId) => value[fieldId]);
    expect([typed, nome, cpf, cnpj, text, yes, no]).toEqual([
      'MD',
      'Marina Duarte',
      '529.982.247-25',
      '11.222.333/0001-81',
      'duas\nlinhas — “çã”',
      true,
      false,
    ]);
    expect([day, email]).toEqual([expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/), one.contato.email]);
    expect(conteudo.imagens.map((one: { sha256: string }) => one.sha256)).toEqual([drawn, image].sort());
    expect(other.valores.itens.map(({ valor }: { valor: unknown }) => valor)).toEqual(['Assinatura']);
    expect([refuser.valores, refuser.motivoRecusa]).toEqual([null, 'Não é o combinado.']);
    expect(conteudo.textosAceite).toHaveLength(1);
    expect(conteudo.documento.horaDe).toBe('SERVICO');
    const salts = conteudo.signatarios.flatMap(
      ({ noEnvio, valores }: { noEnvio: { sal: string }; valores: { sal: string } | null }) =>
        [noEnvio.sal, valores?.sal].filter(Boolean),
    );
    expect(new Set(salts).size).toBe(5);
  });

  it('contradicts itself whatever of it is rewritten', async () => {
    const { id } = await everyKind();
    const { conteudo } = await certificateOf(id);
    // biome-ignore lint/suspicious/noExplicitAny: rewritten as a forger would
    const edits: Record<string, (content: any) => void> = {
      'a name as sent': ({ signatarios: [one] }) => {
        one.noEnvio.dados.nome = 'Outra Pessoa';
      },
      'a CPF as sent': ({ signatarios: [one] }) => {
        one.noEnvio.dados.cpf = '11144477735';
      },
      'a value': ({ signatarios: [one] }) => {
        one.valores.itens[0].valor = 'outro';
      },
      'a field left out': ({ signatarios: [one] }) => one.valores.itens.pop(),
      'a signer with the values of another': ({ signatarios: [one, other] }) => {
        one.valores = other.valores;
      },
      'the text agreed to': ({ textosAceite: [text] }) => {
        text.texto += ' E nada mais.';
      },
      'the label of a field': ({ campos: [one] }) => {
        one.rotulo = 'outro';
      },
      'what the sender wrote': ({ camposDoRemetente: own }) => {
        own.campos.push({ ...own.campos[0], valorPadrao: 'R$ 9.000,00' });
      },
      'a picture': ({ imagens: [one, other] }) => {
        one.base64 = other.base64;
      },
      'the title': ({ documento }) => {
        documento.titulo = 'Outro contrato';
      },
      'the sender': ({ organizacao }) => {
        organizacao.nome = 'Outra Ltda.';
      },
      'the number of pages': ({ documento }) => {
        documento.paginas = 9;
      },
      'the form': (content) => {
        content.esquema = 'rubrica.certificado.v1';
      },
      'the file sent': ({ hashes }) => {
        hashes.original = 'a'.repeat(64);
      },
    };
    for (const [name, edit] of Object.entries(edits)) {
      const forged = structuredClone(conteudo);
      edit(forged);
      expect([name, packageProblems(forged).length]).not.toEqual([name, 0]);
    }
  });

  it('keeps the data as sent beside a correction, and the sender by the name of that day', async () => {
    const who = person({ nome: 'Nome Errado' });
    const { id } = await draft(sender, { signatarios: [who], campos: [field()] });
    const sent = (await about(sender, id, '/enviar', 'POST')).body;
    const signatarioId = sent.signatarios[0].id;
    expect((await about(sender, id, `/signatarios/${signatarioId}`, 'PATCH', { nome: 'Nome Certo' })).status).toBe(200);
    const organizacao = (await call(`${service().origin}/v1/organizacao`, 'GET', undefined, sender.as)).body;
    const renamed = await call(`${service().origin}/v1/organizacao`, 'PATCH', { nome: 'Acácia S.A.' }, sender.as);
    expect(renamed.status).toBe(200);
    const again = (await about(sender, id)).body.signatarios[0];
    await (await readyToSign(sender, { ...again, email: who.email })).sign();
    const { conteudo } = await certificateOf(id);
    expect(packageProblems(conteudo)).toEqual([]);
    const [one] = conteudo.signatarios;
    expect([one.noEnvio.dados.nome, one.nome]).toEqual(['Nome Errado', 'Nome Certo']);
    expect(conteudo.organizacao.nome).toBe(organizacao.nome);
  });

  it('is made for every document of an envelope, each with salts of its own', async () => {
    const envelope = (await call(`${sender.base}/envelopes`, 'POST', { titulo: 'Conjunto' }, sender.as)).body;
    const who = person();
    const ids: string[] = [];
    for (const titulo of ['Um', 'Dois']) {
      const dados = { titulo, envelopeId: envelope.id, signatarios: [{ ...who }], campos: [field()] };
      ids.push((await draft(sender, dados)).id);
    }
    expect((await call(`${sender.base}/envelopes/${envelope.id}/enviar`, 'POST', undefined, sender.as)).status).toBe(
      200,
    );
    const shown = (await about(sender, ids[0] ?? '')).body.signatarios[0];
    const one = signer(sender.base, tokenOf(shown));
    await one.open();
    await one.otp('EMAIL');
    await one.answer('EMAIL', await codeSentTo(sender, who.email));
    for (const documentoId of ids) {
      await call(`${one.path}/leitura`, 'POST', { documentoId, paginasLidas: 300, segundos: 1 });
    }
    await one.accept();
    expect((await one.sign()).status).toBe(200);
    const salts: string[] = [];
    for (const id of ids) {
      const { conteudo } = await certificateOf(id);
      expect(packageProblems(conteudo)).toEqual([]);
      salts.push(conteudo.signatarios[0].noEnvio.sal, conteudo.signatarios[0].valores.sal);
    }
    expect(new Set(salts).size).toBe(4);
  });
});

describe('a document sent before the second form', () => {
  /** Signed as a document that was out for signature on the day of the upgrade. */
  async function completedUnderV1() {
    const who = person();
    const { id } = await draft(sender, { signatarios: [who], campos: [field()] });
    const sent = (await about(sender, id, '/enviar', 'POST')).body;
    const { owner } = service();
    await owner`update documento set esquema = 'rubrica.certificado.v1' where id = ${id}`;
    await owner`update signatario set envio_sal = null, envio_dados = null where documento_id = ${id}`;
    // Nor did the trail say then what it says now.
    await rewriteTrail(service(), id, (event) => {
      if (event.acao !== 'DOCUMENTO_ENVIADO') return event;
      const { codigoValidacao, hashArquivo, signatarios } = event.detalhe as Record<string, unknown>;
      return { ...event, detalhe: { codigoValidacao, hashArquivo, signatarios } };
    });
    const one = await readyToSign(sender, { ...sent.signatarios[0], email: who.email });
    expect((await one.sign()).body.documentos[0].status).toBe('ASSINADO');
    return id;
  }
  const MEMBERS = [
    ...['ambiente', 'cadeia', 'codigoValidacao', 'documento', 'esquema', 'eventos', 'hashes', 'organizacao'],
    ...['registroAberto', 'selo', 'signatarios'],
  ];

  it('completes with the package of the first form, and binds no more than that says', async () => {
    const id = await completedUnderV1();
    const { conteudo } = await certificateOf(id);
    expect(conteudo.esquema).toBe('rubrica.certificado.v1');
    expect(Object.keys(conteudo).sort()).toEqual(MEMBERS);
    expect(Object.keys(conteudo.signatarios[0])).not.toContain('noEnvio');
    expect(Object.keys(conteudo.cadeia)).not.toContain('formulaDados');
    const signing = conteudo.eventos.find(({ acao }: { acao: string }) => acao === 'ASSINATURA_REGISTRADA');
    expect(Object.keys(signing.detalhe)).not.toContain('hashValores');
  });

  it('is issued again in its own form', async () => {
    const id = await completedUnderV1();
    const first = await certificateOf(id);
    const again = await about(sender, id, '/certificado', 'POST');
    expect([again.status, again.body.versao, again.body.conteudo.esquema]).toEqual([201, 2, 'rubrica.certificado.v1']);
    const { eventos: _, cadeia: __, ...frozen } = again.body.conteudo;
    const { eventos: ___, cadeia: ____, ...kept } = first.conteudo;
    expect(frozen).toEqual(kept);
    for (const version of ['', '&versao=1']) {
      const file = await about(sender, id, `/arquivo?tipo=CERTIFICADO${version}`);
      expect([file.status, file.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    }
  });
});

describe('the certificate', () => {
  it('is fetched by everybody who signed, by their own link, and by nobody before completion or who refused', async () => {
    const people = [person({ id: randomUUID() }), person({ id: randomUUID() }), person({ id: randomUUID() })];
    const campos = people.map((who) => field({ signatarioId: (who as { id?: string }).id }));
    const { id } = await draft(sender, { signatarios: people, campos, pararSeRecusado: false });
    const { signatarios } = (await about(sender, id, '/enviar', 'POST')).body;
    const [first, second, refuser] = await Promise.all(
      people.map((who, index) => readyToSign(sender, { ...signatarios[index], email: who.email })),
    );
    if (!first || !second || !refuser) throw new Error('three sign here');
    const certificate = ({ path }: { path: string }, more = '') => call(`${path}/arquivo?tipo=CERTIFICADO${more}`);
    const early = [409, 'CERTIFICADO_INDISPONIVEL'];
    expect(refusal(await certificate(first))).toEqual(early);
    await first.sign();
    expect(refusal(await certificate(first))).toEqual(early);
    await refuser.refuse();
    expect((await second.sign()).body.documentos[0].status).toBe('ASSINADO');

    const issued = (await about(sender, id, '/arquivo?tipo=CERTIFICADO')).bytes;
    for (const one of [first, second]) {
      const own = await certificate(one);
      expect([own.status, own.bytes.equals(issued)]).toEqual([200, true]);
      expect(own.headers.get('content-disposition')).toContain('certificado');
      const { ambiente, documentos } = (await one.open()).body;
      const shown = (await about(sender, id)).body.codigoValidacao;
      expect([ambiente, documentos[0].codigoValidacao]).toEqual(['TESTE', shown]);
    }
    expect(refusal(await certificate(refuser))).toEqual(early);
    expect(refusal(await certificate(first, `&documentoId=${randomUUID()}`))).toEqual([404, 'NAO_ENCONTRADO']);
    expect(refusal(await call(`${first.path}/arquivo?tipo=PADES`))).toEqual([400, 'ENTRADA_INVALIDA', ['query.tipo']]);
    // Issued again, it is the one in force that everybody gets.
    await about(sender, id, '/certificado', 'POST');
    const again = (await about(sender, id, '/arquivo?tipo=CERTIFICADO')).bytes;
    expect((await certificate(first)).bytes.equals(again)).toBe(true);
    expect(again.equals(issued)).toBe(false);
  });

  it('is not for who has not proved who they are', async () => {
    const who = person();
    const { id } = await draft(sender, { signatarios: [who], campos: [field()] });
    const { signatarios } = (await about(sender, id, '/enviar', 'POST')).body;
    const answer = await call(`${signer(sender.base, tokenOf(signatarios[0])).path}/arquivo?tipo=CERTIFICADO`);
    expect(refusal(answer)).toEqual([403, 'AUTENTICACAO_INCOMPLETA']);
  });
});
