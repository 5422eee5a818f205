import { describe, expect, it } from 'vitest';
import { requestOf, rulesOf } from '../../painel/modelos/filling.ts';
import { lineKeyOf } from '../../painel/modelos/spreadsheet/key.ts';
import { LANDLORD, LEASE, OF_TWO, TENANT, textLines } from './scenes.ts';

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
    const [linha] = textLines(LEASE, `${head}\n${LINE}`).lines;
    expect(linha?.issues).toEqual([]);
    expect(linha?.filling?.persons[0]).toMatchObject({ nome: 'Marina', email: 'marina@exemplo.com.br' });
    expect(linha?.filling?.variaveis).toEqual({ endereco: 'Rua A, 1', valor_aluguel: '2.350,00' });
  });

  it('without a role are nobody’s where there are two', () => {
    const { choices } = textLines(OF_TWO, `nome;Locador: e-mail\nAna;ana@x.br\n`);
    expect(Object.keys(choices)).toEqual([`${LANDLORD} email`]);
  });

  it('of a variable are taken for a person only where that is needed', () => {
    const modelo = { ...LEASE, variaveis: ['cpf_locatario', 'nome_locatario'] };
    const { choices } = textLines(modelo, 'nome_locatario;cpf_locatario\nAna;1\n');
    expect(choices[`${TENANT} nome`]).toEqual({ de: 'column', index: 0 });
    expect(choices[`${TENANT} cpf`]).toBeUndefined();
    expect(choices['variavel cpf_locatario']).toEqual({ de: 'column', index: 1 });
  });
});

describe('what is wrong with a line', () => {
  const problems = (line: string, head = HEAD) => textLines(LEASE, head + line).lines.map((one) => one.issues);

  it('is all told at once', () => {
    expect(problems(`Marina;isto não;;${'9'.repeat(5001)}\n`)).toEqual([
      [
        { de: 'person', papelId: TENANT, dado: 'email', why: { kind: 'invalid' } },
        { de: 'variable', nome: 'endereco', why: 'blank' },
        { de: 'variable', nome: 'valor_aluguel', why: 'long' },
      ],
    ]);
  });

  it('blank variables are right where that was said', () => {
    const rules = { ...rulesOf(LEASE), withBlanks: true };
    const [linha] = textLines(LEASE, `${HEAD}Marina;m@x.br;;\n`, { rules }).lines;
    expect(linha?.issues).toEqual([]);
  });

  it('a line that says the same as one before, unless that was meant', () => {
    const texto = HEAD + LINE + LINE.replace('Marina;m', 'Marina;M') + LINE;
    expect(textLines(LEASE, texto).lines.map(({ issues }) => issues)).toEqual([
      [],
      [{ de: 'repeated', line: 2 }],
      [{ de: 'repeated', line: 2 }],
    ]);
    const all = textLines(LEASE, texto, { repeatedOnes: true }).lines;
    expect(all.map(({ issues, vez }) => [issues.length, vez])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
    ]);
  });

  it('a way of delivery that is none', () => {
    const head = HEAD.replace('\n', ';Locatário: convite por\n');
    expect(problems(LINE.replace('\n', ';pombo\n'), head)).toEqual([[{ de: 'entrega', papelId: TENANT }]]);
    const [linha] = textLines(LEASE, head + LINE.replace('\n', ';Link\n')).lines;
    expect(linha?.filling?.persons[0]?.metodoEntrega).toBe('LINK');
  });

  it.each([
    ['(11) 98765-4321', '+5511987654321'],
    ['5511987654321', '+5511987654321'],
    ["'+351912345678", '+351912345678'],
  ])('the phone %s is %s', (given, wanted) => {
    const { lines } = textLines(LEASE, `${HEAD.replace('\n', ';celular\n')}${LINE.replace('\n', `;${given}\n`)}`);
    expect(lines[0]?.filling?.persons[0]?.telefone).toBe(wanted);
    expect(lines[0]?.issues).toEqual([]);
  });
});

describe('a variable', () => {
  it.each(['__proto__', 'constructor', 'toString'])('called %s has its value', (nome) => {
    const modelo = { ...LEASE, variaveis: [nome] };
    const [linha] = textLines(modelo, `${nome};nome;email\nvalor;Ana;a@x.br\n`).lines;
    expect(linha?.issues).toEqual([]);
    expect(Object.entries(linha?.filling?.variaveis ?? {})).toEqual([[nome, 'valor']]);
  });
});

describe('the title', () => {
  it('is the template’s and the person’s, or the template’s where that is too long', () => {
    const titleOf = (nome: string) => textLines(LEASE, HEAD + LINE.replace('Marina', nome)).lines[0]?.filling?.titulo;
    expect(titleOf('Ana')).toBe('Locação — Ana');
    expect(titleOf('A'.repeat(299))).toBe('Locação');
  });
});

describe('the key of a line', () => {
  const keyOf = async (texto: string, change: Partial<Parameters<typeof lineKeyOf>[0]> = {}, modelo = LEASE) => {
    const linha = textLines(modelo, texto).lines.at(-1);
    const { conteudo = '', vez = 0 } = linha ?? {};
    return lineKeyOf({ modeloId: modelo.id, batch: '', conteudo, vez, howMany: 2, ...change });
  };

  it('is the same wherever the line stands, whatever its columns, encoding and the name of the template', async () => {
    const key = await keyOf(HEAD + LINE);
    expect(await keyOf(`${HEAD}Outra;outra@x.br;Rua B;1\n${LINE}`)).toEqual(key);
    const moved =
      'resultado;valor_aluguel;endereco;email;nome\nRecusado;"2.350,00";"Rua A, 1";Marina@exemplo.com.br;Marina\n';
    expect(await keyOf(moved)).toEqual(key);
    expect(await keyOf(HEAD + LINE, {}, { ...LEASE, nome: 'Outro nome' })).toEqual(key);
  });

  it('is another for another line, template, lot or repetition', async () => {
    const keys = await Promise.all([
      keyOf(HEAD + LINE),
      keyOf(HEAD + LINE.replace('Rua A', 'Rua B')),
      keyOf(HEAD + LINE, { batch: 'Março' }),
      keyOf(HEAD + LINE, { vez: 1 }),
      keyOf(HEAD + LINE, { modeloId: LANDLORD }),
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
    const [linha] = textLines(
      OF_TWO,
      `Locatário: nome;Locatário: e-mail;Locador: e-mail;endereco;valor_aluguel\nAna;a@x.br;b@x.br;R;1\n`,
    ).lines;
    if (!linha?.filling) throw new Error('not read');
    const rules = { ...rulesOf(OF_TWO), mensagem: ' ', pastaId: LANDLORD };
    expect(requestOf(linha.filling, rules, ['um', 'dois'])).toEqual({
      titulo: 'Locação — Ana',
      variaveis: { endereco: 'R', valor_aluguel: '1,00' },
      papeis: [
        { papelId: TENANT, id: 'um', metodoEntrega: 'EMAIL', nome: 'Ana', email: 'a@x.br' },
        { papelId: LANDLORD, id: 'dois', metodoEntrega: 'EMAIL', email: 'b@x.br' },
      ],
      fatoresExigidos: ['EMAIL'],
      ordenado: true,
      pastaId: LANDLORD,
    });
  });
});
