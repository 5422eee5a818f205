import { randomUUID } from 'node:crypto';
import type { ConteudoCertificado, RegistroCertificado } from '@rubrica/contract';
import { describe, expect, it } from 'vitest';
import { build, onePage as plainPage } from '../../pdf/fixtures/build.ts';
import { verify } from '../src/index.ts';
import { chain, makePair, newSeal, onePage, type Pair, recordOf } from './pair.ts';

const check = ({ signed, certificate }: Pair, acceptedSeals: string[] = []) =>
  verify(signed, certificate, { acceptedSeals });

/** The codes of what does not hold. */
async function failures(pair: Pair, acceptedSeals?: string[]): Promise<string[]> {
  const { resultado, itens } = await check(pair, acceptedSeals);
  const failed = itens.filter(({ confere }) => !confere).map(({ codigo }) => codigo);
  expect(resultado).toBe(
    failed.length === 0 ? 'CONFERE' : failed.includes('PACOTE.LEITURA') ? 'ILEGIVEL' : 'NAO_CONFERE',
  );
  return failed;
}

describe('a genuine pair', () => {
  it('holds in every point', async () => {
    const report = await check(await makePair());
    expect(report).toMatchObject({
      resultado: 'CONFERE',
      documento: { codigoValidacao: 'SVC-7K2M-QX9A-4TBD', versao: 1, semValidade: false },
    });
    expect(report.itens.map(({ codigo }) => codigo)).toEqual([
      'ARQUIVO.PDF',
      'PACOTE.LEITURA',
      'PACOTE.HASH_CONTEUDO',
      'PACOTE.HASH_CERTIFICADO',
      'TRILHA.ELO_INICIAL',
      'TRILHA.EVENTOS',
      'TRILHA.ELO_FINAL',
      'TRILHA.COERENCIA',
      'ARQUIVO.HASH_ASSINADO',
      'ARQUIVO.ORIGINAL',
      ...['ASSINADO', 'CERTIFICADO'].flatMap((file) =>
        ['COBERTURA', 'FORMA', 'RESUMO', 'ASSINATURA', 'VALIDADE', 'CADEIA', 'IDENTIDADE'].map(
          (point) => `SELO_${file}.${point}`,
        ),
      ),
    ]);
  });

  it('says what no program can know from the files', async () => {
    const { semComoConferir, selos } = await check(await makePair());
    expect(semComoConferir.join('\n')).toContain(`Compare a impressão digital ${selos.assinado}`);
    expect(semComoConferir.join('\n')).toMatch(/revogado[\s\S]*sem carimbo de tempo/);
  });

  it('of the test environment is said to have no validity', async () => {
    const pair = await makePair({
      edit: (conteudo) => {
        conteudo.ambiente = 'TESTE';
      },
    });
    expect((await check(pair)).documento?.semValidade).toBe(true);
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
  ])('is found around an original %s', async (_, original) => {
    const pair = await makePair({ original });
    expect(await failures(pair)).toEqual([]);
    const { itens } = await check(pair);
    const { motivo } = itens.find(({ codigo }) => codigo === 'ARQUIVO.ORIGINAL') ?? { motivo: '' };
    expect(motivo).toContain(`os primeiros ${original.length.toLocaleString('pt-BR')} bytes`);
  });
});

describe('a forged package', () => {
  /** Lies, then makes every hash after the lie fit again, as whoever has the program can. */
  const rehash = (conteudo: ConteudoCertificado, registro: RegistroCertificado) => {
    const { hash, hashConteudo } = recordOf(conteudo, registro.versao, new Date());
    Object.assign(registro, { hash, hashConteudo });
  };

  it.each<[string, string[], (conteudo: ConteudoCertificado, registro: RegistroCertificado) => void]>([
    [
      'a name changed in the summary',
      ['PACOTE.HASH_CONTEUDO'],
      (conteudo) => {
        conteudo.organizacao.nome = 'Outra';
      },
    ],
    [
      'another hash of the content, and all that follows from it',
      ['PACOTE.HASH_CONTEUDO'],
      (conteudo, registro) => {
        rehash({ ...conteudo, codigoValidacao: 'x' }, registro);
      },
    ],
    [
      'another hash of the certificate',
      ['PACOTE.HASH_CERTIFICADO'],
      (_, registro) => {
        registro.hash = '0'.repeat(64);
      },
    ],
    [
      'a first version that says it follows another',
      ['PACOTE.HASH_CERTIFICADO'],
      (_, registro) => {
        registro.hashAnterior = '0'.repeat(64);
      },
    ],
    [
      'an event changed',
      ['TRILHA.EVENTOS'],
      (conteudo, registro) => {
        Object.assign(conteudo.eventos[1] ?? {}, { ip: '198.51.100.1' });
        rehash(conteudo, registro);
      },
    ],
    [
      'an event left out',
      ['TRILHA.EVENTOS', 'TRILHA.COERENCIA'],
      (conteudo, registro) => {
        conteudo.eventos.splice(1, 1);
        rehash(conteudo, registro);
      },
    ],
    [
      'another document',
      ['TRILHA.ELO_INICIAL'],
      (conteudo, registro) => {
        conteudo.documento.id = randomUUID();
        rehash(conteudo, registro);
      },
    ],
    [
      'the last event left out',
      ['TRILHA.ELO_FINAL', 'TRILHA.COERENCIA'],
      (conteudo, registro) => {
        conteudo.eventos.pop();
        rehash(conteudo, registro);
      },
    ],
    [
      'a signing that is not in the trail',
      ['TRILHA.COERENCIA'],
      (conteudo, registro) => {
        const [one] = conteudo.signatarios;
        if (one) conteudo.signatarios.push({ ...one, signatarioId: randomUUID(), transacaoId: randomUUID() } as never);
        rehash(conteudo, registro);
      },
    ],
    [
      'times that go back',
      ['TRILHA.EVENTOS'],
      (conteudo, registro) => {
        Object.assign(conteudo.eventos[0] ?? {}, { ocorridoEm: '2027-01-01T00:00:00.000Z' });
        chain(conteudo);
        rehash(conteudo, registro);
      },
    ],
    [
      'another signed file',
      ['TRILHA.COERENCIA', 'ARQUIVO.HASH_ASSINADO'],
      (conteudo, registro) => {
        conteudo.hashes.assinado = '0'.repeat(64);
        rehash(conteudo, registro);
      },
    ],
    [
      'another original, in the trail too',
      ['ARQUIVO.ORIGINAL'],
      (conteudo, registro) => {
        conteudo.hashes.original = '0'.repeat(64);
        for (const { detalhe } of conteudo.eventos) detalhe.hashArquivo = '0'.repeat(64);
        chain(conteudo);
        rehash(conteudo, registro);
      },
    ],
    [
      'another seal named',
      ['SELO_ASSINADO.IDENTIDADE', 'SELO_CERTIFICADO.IDENTIDADE'],
      (conteudo, registro) => {
        if (conteudo.selo) conteudo.selo.impressaoDigital = '0'.repeat(64);
        rehash(conteudo, registro);
      },
    ],
    [
      'a timestamp that is not there',
      ['SELO_ASSINADO.CARIMBO'],
      (conteudo, registro) => {
        if (conteudo.selo) conteudo.selo.carimboTempo = { autoridade: 'tempo.exemplo' };
        rehash(conteudo, registro);
      },
    ],
    [
      'a package without events',
      ['PACOTE.LEITURA'],
      (conteudo) => {
        Object.assign(conteudo, { eventos: null });
      },
    ],
    [
      'a package of a later format',
      ['PACOTE.LEITURA'],
      (conteudo) => {
        Object.assign(conteudo, { esquema: 'rubrica.certificado.v2' });
      },
    ],
  ])('with %s does not hold', async (_, expected, forge) => {
    expect(await failures(await makePair({ forge }))).toEqual(expected);
  });
});

describe('files that do not belong together', () => {
  it('are told apart by the hash, though each holds by itself', async () => {
    const [one, two] = [await makePair(), await makePair({ original: build(plainPage()) })];
    expect(await failures({ ...one, signed: two.signed })).toEqual(['ARQUIVO.HASH_ASSINADO', 'ARQUIVO.ORIGINAL']);
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
    expect((await verify(pair.signed, longer)).resultado).not.toBe('CONFERE');
    const trailing = Buffer.concat([pair.certificate, Buffer.from('\n')]);
    expect(await failures({ ...pair, certificate: trailing })).toContain('SELO_CERTIFICADO.COBERTURA');
  });
});

describe('a certificate sealed with another key', () => {
  it('does not hold in the first version', async () => {
    const pair = await makePair({ certificateSeal: await newSeal('Outra') });
    expect(await failures(pair)).toEqual(['SELO_CERTIFICADO.IDENTIDADE']);
    const { selos } = await check(pair);
    expect(await failures(pair, [selos.certificado ?? ''])).toEqual(['SELO_CERTIFICADO.IDENTIDADE']);
  });

  it('issued again after a renewal holds once the reader names the new seal', async () => {
    const renewed = await newSeal('Selo renovado');
    const pair = await makePair({ certificateSeal: renewed, versao: 2 });
    expect(await failures(pair)).toEqual(['SELO_CERTIFICADO.IDENTIDADE']);
    expect(await failures(pair, [renewed.certificate.fingerprint256])).toEqual([]);
    expect(await failures(pair, ['0'.repeat(64)])).toEqual(['SELO_CERTIFICADO.IDENTIDADE']);
  });

  it('does not hold where the seal says it was put when its certificate had expired', async () => {
    const pair = await makePair();
    const late = Buffer.from(pair.certificate.toString('latin1').replace('/M (D:2026', '/M (D:2036'), 'latin1');
    expect(await failures({ ...pair, certificate: late })).toEqual([
      'SELO_CERTIFICADO.RESUMO',
      'SELO_CERTIFICADO.VALIDADE',
      'SELO_CERTIFICADO.CADEIA',
    ]);
  });
});
