import { describe, expect, it } from 'vitest';
import { chaveDe } from '../../painel/modelos/planilha/chave.ts';
import { pedidoDe, regrasDe } from '../../painel/modelos/preenchimento.ts';
import { DE_DOIS, LOCACAO, LOCADOR, LOCATARIO, linhasDoTexto } from './cenas.ts';

/** From the lines of a spreadsheet to requests. */

const HEAD = 'Locatário: nome;Locatário: e-mail;endereco;valor_aluguel\n';
const LINE = 'Marina;marina@exemplo.com.br;Rua A, 1;2350\n';

describe('columns', () => {
  it.each([
    ['nome;e-mail;ENDEREÇO;Valor Aluguel'],
    ['Nome do locatário;E-mail do locatário;endereco;valor-aluguel'],
    ['Name;Email;endereco;valor_aluguel'],
    ['locatario nombre;locatario correo;endereco;valor_aluguel'],
  ])('%s are found by their names', (head) => {
    const [linha] = linhasDoTexto(LOCACAO, `${head}\n${LINE}`).linhas;
    expect(linha?.problemas).toEqual([]);
    expect(linha?.preenchimento?.pessoas[0]).toMatchObject({ nome: 'Marina', email: 'marina@exemplo.com.br' });
    expect(linha?.preenchimento?.variaveis).toEqual({ endereco: 'Rua A, 1', valor_aluguel: '2.350,00' });
  });

  it('without a role are nobody’s where there are two', () => {
    const { escolhas } = linhasDoTexto(DE_DOIS, `nome;Locador: e-mail\nAna;ana@x.br\n`);
    expect(Object.keys(escolhas)).toEqual([`${LOCADOR} email`]);
  });

  it('of a variable are taken for a person only where that is needed', () => {
    const modelo = { ...LOCACAO, variaveis: ['cpf_locatario', 'nome_locatario'] };
    const { escolhas } = linhasDoTexto(modelo, 'nome_locatario;cpf_locatario\nAna;1\n');
    expect(escolhas[`${LOCATARIO} nome`]).toEqual({ de: 'coluna', indice: 0 });
    expect(escolhas[`${LOCATARIO} cpf`]).toBeUndefined();
    expect(escolhas['variavel cpf_locatario']).toEqual({ de: 'coluna', indice: 1 });
  });
});

describe('what is wrong with a line', () => {
  const problems = (line: string, head = HEAD) =>
    linhasDoTexto(LOCACAO, head + line).linhas.map((one) => one.problemas);

  it('is all told at once', () => {
    expect(problems(`Marina;isto não;;${'9'.repeat(5001)}\n`)).toEqual([
      [
        { de: 'pessoa', papelId: LOCATARIO, dado: 'email', por: { kind: 'invalido' } },
        { de: 'variavel', nome: 'endereco', por: 'vazia' },
        { de: 'variavel', nome: 'valor_aluguel', por: 'longa' },
      ],
    ]);
  });

  it('blank variables are right where that was said', () => {
    const regras = { ...regrasDe(LOCACAO), comVazias: true };
    const [linha] = linhasDoTexto(LOCACAO, `${HEAD}Marina;m@x.br;;\n`, { regras }).linhas;
    expect(linha?.problemas).toEqual([]);
  });

  it('a line that says the same as one before, unless that was meant', () => {
    const texto = HEAD + LINE + LINE.replace('Marina;m', 'Marina;M') + LINE;
    expect(linhasDoTexto(LOCACAO, texto).linhas.map(({ problemas }) => problemas)).toEqual([
      [],
      [{ de: 'repetida', linha: 2 }],
      [{ de: 'repetida', linha: 2 }],
    ]);
    const all = linhasDoTexto(LOCACAO, texto, { repetidas: true }).linhas;
    expect(all.map(({ problemas, vez }) => [problemas.length, vez])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
    ]);
  });

  it('a way of delivery that is none', () => {
    const head = HEAD.replace('\n', ';Locatário: convite por\n');
    expect(problems(LINE.replace('\n', ';pombo\n'), head)).toEqual([[{ de: 'entrega', papelId: LOCATARIO }]]);
    const [linha] = linhasDoTexto(LOCACAO, head + LINE.replace('\n', ';Link\n')).linhas;
    expect(linha?.preenchimento?.pessoas[0]?.metodoEntrega).toBe('LINK');
  });

  it.each([
    ['(11) 98765-4321', '+5511987654321'],
    ['5511987654321', '+5511987654321'],
    ["'+351912345678", '+351912345678'],
  ])('the phone %s is %s', (given, wanted) => {
    const { linhas } = linhasDoTexto(
      LOCACAO,
      `${HEAD.replace('\n', ';celular\n')}${LINE.replace('\n', `;${given}\n`)}`,
    );
    expect(linhas[0]?.preenchimento?.pessoas[0]?.telefone).toBe(wanted);
    expect(linhas[0]?.problemas).toEqual([]);
  });
});

describe('a variable', () => {
  it.each(['__proto__', 'constructor', 'toString'])('called %s has its value', (nome) => {
    const modelo = { ...LOCACAO, variaveis: [nome] };
    const [linha] = linhasDoTexto(modelo, `${nome};nome;email\nvalor;Ana;a@x.br\n`).linhas;
    expect(linha?.problemas).toEqual([]);
    expect(Object.entries(linha?.preenchimento?.variaveis ?? {})).toEqual([[nome, 'valor']]);
  });
});

describe('the title', () => {
  it('is the template’s and the person’s, or the template’s where that is too long', () => {
    const titleOf = (nome: string) =>
      linhasDoTexto(LOCACAO, HEAD + LINE.replace('Marina', nome)).linhas[0]?.preenchimento?.titulo;
    expect(titleOf('Ana')).toBe('Locação — Ana');
    expect(titleOf('A'.repeat(299))).toBe('Locação');
  });
});

describe('the key of a line', () => {
  const keyOf = async (texto: string, change: Partial<Parameters<typeof chaveDe>[0]> = {}, modelo = LOCACAO) => {
    const linha = linhasDoTexto(modelo, texto).linhas.at(-1);
    const { conteudo = '', vez = 0 } = linha ?? {};
    return chaveDe({ modeloId: modelo.id, lote: '', conteudo, vez, quantos: 2, ...change });
  };

  it('is the same wherever the line stands, whatever its columns, encoding and the name of the template', async () => {
    const key = await keyOf(HEAD + LINE);
    expect(await keyOf(`${HEAD}Outra;outra@x.br;Rua B;1\n${LINE}`)).toEqual(key);
    const moved =
      'resultado;valor_aluguel;endereco;email;nome\nRecusado;"2.350,00";"Rua A, 1";Marina@exemplo.com.br;Marina\n';
    expect(await keyOf(moved)).toEqual(key);
    expect(await keyOf(HEAD + LINE, {}, { ...LOCACAO, nome: 'Outro nome' })).toEqual(key);
  });

  it('is another for another line, template, lot or repetition', async () => {
    const keys = await Promise.all([
      keyOf(HEAD + LINE),
      keyOf(HEAD + LINE.replace('Rua A', 'Rua B')),
      keyOf(HEAD + LINE, { lote: 'Março' }),
      keyOf(HEAD + LINE, { vez: 1 }),
      keyOf(HEAD + LINE, { modeloId: LOCADOR }),
    ]);
    expect(new Set(keys.map(({ criar }) => criar)).size).toBe(keys.length);
    expect(new Set(keys.flatMap(({ signatarios }) => signatarios)).size).toBe(2 * keys.length);
  });

  it('has ids in the form of version 4, and none longer than a key may be', async () => {
    const { criar, enviar, signatarios } = await keyOf(HEAD + LINE);
    for (const id of signatarios)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(criar).not.toBe(enviar);
    expect(criar).toMatch(/^[\x21-\x7e]{1,255}$/);
  });
});

describe('the request', () => {
  it('has what was given and nothing else, the ids in the order of the people', () => {
    const [linha] = linhasDoTexto(
      DE_DOIS,
      `Locatário: nome;Locatário: e-mail;Locador: e-mail;endereco;valor_aluguel\nAna;a@x.br;b@x.br;R;1\n`,
    ).linhas;
    if (!linha?.preenchimento) throw new Error('not read');
    const regras = { ...regrasDe(DE_DOIS), mensagem: ' ', pastaId: LOCADOR };
    expect(pedidoDe(linha.preenchimento, regras, ['um', 'dois'])).toEqual({
      titulo: 'Locação — Ana',
      variaveis: { endereco: 'R', valor_aluguel: '1,00' },
      papeis: [
        { papelId: LOCATARIO, id: 'um', metodoEntrega: 'EMAIL', nome: 'Ana', email: 'a@x.br' },
        { papelId: LOCADOR, id: 'dois', metodoEntrega: 'EMAIL', email: 'b@x.br' },
      ],
      fatoresExigidos: ['EMAIL'],
      ordenado: true,
      pastaId: LOCADOR,
    });
  });
});
