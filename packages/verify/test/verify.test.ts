import { describe, expect, it } from 'vitest';
import { build, onePage as plainPage } from '../../pdf/fixtures/build.ts';
import { parseFingerprint, type VerifyOptions, verify } from '../src/index.ts';
import { put } from './campaign/kinds.ts';
import { fingerprintOf, makePair, newSeal, onePage, ownSeal, type Pair, type PairOptions } from './pair.ts';
import { type OpenConteudo, plainStory, Story } from './story.ts';

const pinned = async (): Promise<VerifyOptions> => ({ seals: [parseFingerprint(fingerprintOf(await ownSeal()))] });
const check = async ({ signed, certificate }: Pair, options?: VerifyOptions) =>
  verify(signed, certificate, options ?? (await pinned()));

/** The codes of the claims that do not hold, and the result. */
async function failures(pair: Pair, options?: VerifyOptions): Promise<string[]> {
  const { resultado, itens } = await check(pair, options);
  const failed = itens.filter(({ confere }) => confere === false).map(({ codigo }) => codigo);
  expect(['NAO_CONFERE', 'ILEGIVEL'].includes(resultado)).toBe(failed.length > 0);
  return failed;
}

/** What is neither proven nor contradicted in a pair that holds. */
async function openPoints(pair: Pair): Promise<string[]> {
  const { itens, resultado } = await check(pair);
  expect(resultado).toBe('CONFERE');
  return itens.filter(({ confere }) => confere === null).map(({ codigo }) => codigo);
}

const SEAL = ['COBERTURA', 'REVISOES', 'RUBRICA', 'PROIBICAO', 'HORA', 'TIPO', 'AMBIENTE', 'CODIGO', 'ORIGINAL', 'ELO'];
const SIGNATURE = ['FORMA', 'RESUMO', 'ASSINATURA', 'VALIDADE', 'CADEIA'];

describe('a genuine pair', () => {
  it('holds in every point under the seal that was given', async () => {
    const report = await check(await makePair());
    expect(report).toMatchObject({
      resultado: 'CONFERE',
      documento: { codigoValidacao: 'SVC-7K2M-QX9A-4TBD', versao: 1, semValidade: false },
    });
    expect(report.itens.filter(({ confere }) => confere !== true)).toEqual([]);
    expect(report.itens.map(({ codigo }) => codigo)).toEqual([
      ...['ARQUIVO.PDF', 'PACOTE.LEITURA', 'PACOTE.HASH_CONTEUDO', 'PACOTE.HASH_CERTIFICADO'],
      ...['ELO_INICIAL', 'EVENTOS', 'ELO_FINAL', 'HISTORIA', 'FORMATO', 'DOCUMENTO', 'CODIGO'].map(
        (c) => `TRILHA.${c}`,
      ),
      ...['ARQUIVOS', 'CONCLUSAO', 'PESSOAS', 'DADOS', 'ATOS', 'PASSOS', 'FATORES'].map((c) => `TRILHA.${c}`),
      ...['PROVAS', 'ACEITE', 'CAMPOS', 'VALORES'].map((c) => `TRILHA.${c}`),
      ...['ARQUIVO.HASH_ASSINADO', 'ARQUIVO.ORIGINAL'],
      ...[...SEAL, ...SIGNATURE, 'DESCRICAO', 'NIVEL'].map((point) => `SELO_ASSINADO.${point}`),
      ...[...SEAL, 'CERTIFICADO', 'ASSINADO', ...SIGNATURE].map((point) => `SELO_CERTIFICADO.${point}`),
      'SELOS.FORMA',
      ...['ASSINADO', 'CERTIFICADO'].flatMap((file) => [`SELO_${file}.CONFIANCA`, `SELO_${file}.IDENTIDADE`]),
    ]);
  });

  it('says what no program can know from the files', async () => {
    const { semComoConferir, selos } = await check(await makePair(), {});
    expect(semComoConferir.join('\n')).toContain(`Compare a impressão digital ${selos.assinado}`);
    expect(semComoConferir.join('\n')).toMatch(/revogado[\s\S]*sem carimbo de tempo/);
  });

  it.each<[string, PairOptions, VerifyOptions | undefined, string]>([
    ['under the seal that was given', {}, undefined, 'CONFERE'],
    ['under no seal', {}, {}, 'SELO_NAO_IDENTIFICADO'],
    ['under another seal', {}, { seals: [parseFingerprint('0'.repeat(64))] }, 'SELO_NAO_IDENTIFICADO'],
    ['of the test environment', { environment: 'TESTE' }, {}, 'TESTE'],
    ['of the test environment, under its seal', { environment: 'TESTE' }, undefined, 'TESTE'],
    ['of before the new form, under its seal', { schema: 'v1', oldForm: true }, undefined, 'SELO_NAO_IDENTIFICADO'],
    ['sent before the new form and sealed in it', { schema: 'v1' }, undefined, 'CONFERE'],
    ['of before, in the test environment', { schema: 'v1', oldForm: true, environment: 'TESTE' }, {}, 'TESTE'],
  ])('%s', async (_, options, trust, expected) => {
    const report = await check(await makePair(options), trust);
    expect(report.itens.filter(({ confere }) => confere === false)).toEqual([]);
    expect(report.resultado).toBe(expected);
  });

  it('of the first schema is told what it lacks', async () => {
    const { itens } = await check(await makePair({ schema: 'v1', oldForm: true }));
    const open = itens.filter(({ confere }) => confere === null).map(({ codigo }) => codigo);
    expect(open).toEqual([
      ...['DOCUMENTO', 'DADOS', 'PROVAS', 'ACEITE', 'CAMPOS', 'VALORES'].map((code) => `TRILHA.${code}`),
      ...['SELO_ASSINADO.RUBRICA', 'SELO_CERTIFICADO.RUBRICA'],
    ]);
  });

  it('sent before its fields were in the chain is told that, and holds', async () => {
    const unbound = await makePair({ story: (original) => plainStory(original, { fields: false }) });
    expect(await openPoints(unbound)).toEqual(['TRILHA.CAMPOS']);
  });

  it('completed by a process of before tells what its fields are, which must be what was sent', async () => {
    const older = (rotulo?: string) => (conteudo: OpenConteudo) => {
      put(conteudo, 'camposDoRemetente', undefined);
      conteudo.campos = conteudo.campos?.map((field) => {
        return { campoId: field.campoId, tipo: field.tipo, rotulo: rotulo ?? field.rotulo, pagina: field.pagina };
      }) as OpenConteudo['campos'];
    };
    expect(await openPoints(await makePair({ edit: older() }))).toEqual(['TRILHA.CAMPOS']);
    expect(await failures(await makePair({ edit: older('Aceito tudo') }))).toEqual(['TRILHA.CAMPOS']);
  });

  it.each<[string, Uint8Array]>([
    ['with a cross-reference stream', build(plainPage(), { form: 'stream' })],
    ['without a line end at its end', onePage().subarray(0, -1)],
    ['with spaces after its end', Buffer.concat([onePage(), Buffer.from('  \r\n')])],
    ['with bytes after its end', Buffer.concat([onePage(), Buffer.from('\0\0lixo')])],
    [
      'whose cross-reference is wrong',
      Buffer.from(
        onePage()
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n7'),
      ),
    ],
    ['of two revisions', Buffer.concat([onePage(), Buffer.from('%%EOF\n%%EOF\n')])],
    ['of five thousand revisions, or so it says', Buffer.concat([onePage(), Buffer.from('%%EOF\n'.repeat(5000))])],
  ])('is found around an original %s', async (_, original) => {
    const pair = await makePair({ original });
    expect(await failures(pair)).toEqual([]);
    const { itens } = await check(pair);
    const { motivo } = itens.find(({ codigo }) => codigo === 'ARQUIVO.ORIGINAL') ?? { motivo: '' };
    expect(motivo).toContain(`os primeiros ${original.length.toLocaleString('pt-BR')} bytes`);
  });
});

/** A story whose view and end are told as done in person. */
function inPerson(story: Story): Story {
  const told = ['DOCUMENTO_VISUALIZADO', 'ASSINATURA_REGISTRADA'];
  const since = story.events.findLastIndex(({ acao }) => acao === 'SIGNATARIO_CORRIGIDO');
  for (const { acao, detalhe } of story.events.slice(since + 1)) if (told.includes(acao)) detalhe.presencial = true;
  return story;
}

describe('an honest but unusual history', () => {
  const histories: [string, (story: Story, original: string) => Story][] = [
    [
      'two people, one of whom refuses while the flow goes on',
      (story, original) => {
        story.send(original, {}, { nome: 'Bia', email: 'bia@exemplo.com.br' });
        const [one, other] = [story.person(0), story.person(1)];
        return story.invite(other).view(other).prove(other, 'EMAIL').refuse(other).complete(one);
      },
    ],
    [
      'somebody who refuses without having opened it, by the link alone',
      (story, original) => {
        story.send(original, {}, { nome: 'Bia', email: 'bia@exemplo.com.br', metodoEntrega: 'LINK' });
        return story.refuse(story.person(1)).complete(story.person(0));
      },
    ],
    [
      'somebody who signs in person, as was said at sending',
      (story, original) => {
        story.send(original, { metodoEntrega: 'LINK', presencial: true });
        return inPerson(story.complete(story.person(0)));
      },
    ],
    [
      'somebody of whom that was said later',
      (story, original) => {
        story.send(original, { metodoEntrega: 'LINK' });
        const one = story.person(0);
        story.view(one).event('SIGNATARIO_CORRIGIDO', {
          signatarioId: one.signatarioId,
          alteracoes: { presencial: { de: false, para: true } },
        });
        return inPerson(story.prove(one, 'EMAIL').readAndAgree(one).sign(one));
      },
    ],
    [
      'a correction before the first view',
      (story, original) => {
        story.send(original, {});
        const one = story.person(0);
        return story.invite(one).correct(one, { email: 'outra@exemplo.com.br', nome: 'Outra' }).complete(one);
      },
    ],
    [
      'a correction after it, everything being done again',
      (story, original) => {
        story.send(original, { fatoresExigidos: ['EMAIL', 'SMS_OTP'] });
        const one = story.person(0);
        story.invite(one).view(one).prove(one, 'EMAIL').prove(one, 'SMS_OTP').readAndAgree(one);
        return story.correct(one, { telefone: '+5519987654321' }).complete(one);
      },
    ],
    [
      'two corrections, one of them back again',
      (story, original) => {
        story.send(original, {});
        const one = story.person(0);
        story.invite(one).view(one).correct(one, { nome: 'Outra' }).view(one);
        return story.correct(one, { nome: 'João “Zé” — ção' }).complete(one);
      },
    ],
    [
      'a name and a CPF corrected when signing',
      (story, original) => {
        story.send(original, {});
        const one = story.person(0);
        story.invite(one).view(one).prove(one, 'EMAIL').readAndAgree(one);
        return story.sign(one, { nome: 'João da Conceição', cpf: '11144477735' });
      },
    ],
    [
      'somebody removed after the sending',
      (story, original) => {
        story.send(original, {}, { nome: 'Bia', email: 'bia@exemplo.com.br' });
        const other = story.person(1);
        return story.invite(other).view(other).remove(other).complete(story.person(0));
      },
    ],
    [
      'factors changed by the sender after the first ones were fulfilled',
      (story, original) => {
        story.send(original, {});
        const one = story.person(0);
        story
          .invite(one)
          .view(one)
          .prove(one, 'EMAIL')
          .correct(one, { fatoresExigidos: ['EMAIL', 'SMS_OTP'] });
        return story.prove(one, 'SMS_OTP').readAndAgree(one).sign(one);
      },
    ],
    [
      'every factor',
      (story, original) => {
        story.send(original, { fatoresExigidos: ['EMAIL', 'SMS_OTP', 'TOTP', 'DADOS_PESSOAIS'] });
        const one = story.person(0);
        story.invite(one).view(one).prove(one, 'EMAIL', 'CODIGO').prove(one, 'SMS_OTP');
        return story
          .prove(one, 'DADOS_PESSOAIS', 'DADOS')
          .prove(one, 'TOTP', 'AUTENTICADOR')
          .readAndAgree(one)
          .sign(one);
      },
    ],
    [
      'a link handed out and an invitation by SMS',
      (story, original) => {
        story.send(
          original,
          { metodoEntrega: 'LINK' },
          { nome: 'Bia', metodoEntrega: 'SMS', fatoresExigidos: ['SMS_OTP'] },
        );
        return story.complete(story.person(0)).complete(story.person(1));
      },
    ],
    [
      'failed deliveries, resends and reminders',
      (story, original) => {
        story.send(original, {});
        const one = story.person(0);
        story
          .invite(one, 'CONVITE_FALHOU')
          .wait(60)
          .invite(one, 'CONVITE_REENVIADO')
          .invite(one)
          .invite(one, 'LEMBRETE_ENVIADO');
        return story.view(one).prove(one, 'EMAIL').readAndAgree(one).sign(one);
      },
    ],
    [
      'an invitation that is reported after the person has signed',
      (story, original) => {
        story.send(original, {});
        const one = story.person(0);
        story.view(one).prove(one, 'EMAIL').readAndAgree(one).sign(one).invite(one);
        one.enviadoEm = null;
        return story;
      },
    ],
    [
      'somebody who read the file before opening the session, as the API allows',
      (story, original) => {
        story.send(original, {});
        const one = story.person(0);
        return story.invite(one).prove(one, 'EMAIL').read(one).view(one).agree(one).sign(one);
      },
    ],
    [
      'an invitation on its way while its address was corrected',
      (story, original) => {
        story.send(original, {});
        const one = story.person(0);
        const former = one.contato.email;
        story.correct(one, { email: 'nova@exemplo.com.br' });
        return story.invite(one, 'CONVITE_ENVIADO', former).complete(one);
      },
    ],
    [
      'turns',
      (story, original) => {
        story.send(original, { ordem: 2 }, { nome: 'Bia', email: 'bia@exemplo.com.br', ordem: 1 });
        return story.complete(story.person(1)).complete(story.person(0));
      },
    ],
  ];
  it.each(histories)('%s holds', async (name, tell) => {
    const of = (schema: 'v1' | 'v2') =>
      makePair({
        schema,
        story: (original) => tell(new Story({ schema, ordered: name === 'turns' }).create(original), original),
      });
    expect(await failures(await of('v2'))).toEqual([]);
    expect((await check(await of('v2'))).resultado).toBe('CONFERE');
    expect(await failures(await of('v1'))).toEqual([]);
  });

  it('an act that waited for another’s event, and kept the time it began at, holds', async () => {
    const edit: PairOptions['edit'] = ({ eventos, signatarios }) => {
      const [signing] = eventos.filter(({ acao }) => acao === 'ASSINATURA_REGISTRADA');
      const index = eventos.indexOf(signing as (typeof eventos)[number]);
      const [before, own, one] = [eventos[index - 1], eventos[index], signatarios[0]];
      if (!before || !own || !one) throw new Error('no signing');
      before.ocorridoEm = own.ocorridoEm;
      before.acao = 'LEMBRETE_ENVIADO';
      one.assinadoEm = new Date(Date.parse(own.ocorridoEm) - 40).toISOString();
      eventos.splice(index, 0, { ...before, id: 'x', detalhe: { signatarioId: 'y' } });
      Object.assign(before, { acao: 'ACEITE_REGISTRADO' });
      one.aceiteEm = new Date(Date.parse(own.ocorridoEm) - 40).toISOString();
      eventos.splice(index - 1, 0, { ...before, id: 'z', acao: 'DOCUMENTO_MOVIDO', detalhe: {} });
    };
    expect(await failures(await makePair({ edit }))).toEqual([]);
  });

  it('of a title that acts on a terminal is shown without what acts', async () => {
    const story = (original: string) => {
      const told = new Story({ title: 'Contrato\u001b[2K\r\u009b1A✓ TUDO CONFERE\u202e\u2028' })
        .create(original)
        .send(original, {});
      return told.complete(told.person(0));
    };
    const report = await check(await makePair({ story }));
    expect(report.resultado).toBe('CONFERE');
    expect(report.documento?.titulo).toBe('Contrato[2K1A✓ TUDO CONFERE');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    expect(JSON.stringify(report)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2028]/);
  });
});

describe('files that do not belong together', () => {
  it('are told apart by the hash, though each holds by itself', async () => {
    const [one, two] = [await makePair(), await makePair({ original: build(plainPage()) })];
    expect(await failures({ ...one, signed: two.signed })).toEqual([
      ...['ARQUIVO.HASH_ASSINADO', 'ARQUIVO.ORIGINAL', 'SELO_ASSINADO.ORIGINAL', 'SELO_ASSINADO.ELO'],
    ]);
  });

  it('are unreadable when swapped, or when they are something else', async () => {
    const { signed, certificate } = await makePair();
    for (const [a, b] of [
      [certificate, signed],
      [signed, signed],
      [Buffer.from('PK'), certificate],
      [signed, Buffer.alloc(0)],
    ] as const) {
      expect((await verify(a, b)).resultado).toBe('ILEGIVEL');
    }
  });

  it('with something appended after the seal do not hold, even another seal', async () => {
    const pair = await makePair();
    const longer = Buffer.concat([pair.certificate, Buffer.from('\n%%EOF\n')]);
    expect((await verify(pair.signed, longer)).resultado).toBe('ILEGIVEL');
    const trailing = Buffer.concat([pair.certificate, Buffer.from('\n')]);
    expect(await failures({ ...pair, certificate: trailing })).toContain('SELO_CERTIFICADO.COBERTURA');
  });
});

describe('a certificate sealed with another key', () => {
  it('does not hold in the first version, whatever seals were given', async () => {
    const other = await newSeal('Outra');
    const pair = await makePair({ certificate: { key: other } });
    expect(await failures(pair)).toEqual(['SELO_CERTIFICADO.IDENTIDADE']);
    const both = { seals: [...((await pinned()).seals ?? []), parseFingerprint(fingerprintOf(other))] };
    expect(await failures(pair, both)).toEqual(['SELO_CERTIFICADO.IDENTIDADE']);
  });

  it('issued again after a renewal holds once the reader names both seals', async () => {
    const renewed = await newSeal('Selo renovado');
    const pair = await makePair({ certificate: { key: renewed }, versao: 2 });
    const old = (await pinned()).seals ?? [];
    const results = [];
    for (const seals of [
      [],
      old,
      [parseFingerprint(fingerprintOf(renewed))],
      [...old, parseFingerprint(fingerprintOf(renewed))],
    ]) {
      results.push((await check(pair, { seals })).resultado);
    }
    expect(results).toEqual([...Array(3).fill('SELO_NAO_IDENTIFICADO'), 'CONFERE']);
  });

  it('does not hold where the seal says it was put when its certificate had expired', async () => {
    const pair = await makePair();
    const late = Buffer.from(pair.certificate.toString('latin1').replace('/M (D:2026', '/M (D:2036'), 'latin1');
    expect(await failures({ ...pair, certificate: late })).toEqual(
      ['HORA', 'RESUMO', 'VALIDADE', 'CADEIA'].map((code) => `SELO_CERTIFICADO.${code}`),
    );
  });
});
