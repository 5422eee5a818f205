import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { signatureFields } from '@rubrica/contract/signature-fields';
import type { Documento, DocumentoEntrada, Rubrica, SignatarioEntrada } from '@rubrica/sdk';
import { clean } from '@rubrica/verify/cli';
import { type Command, type Given, misuse } from '../command.ts';
import { EXIT } from '../exit.ts';
import { moment, tell } from '../say.ts';
import { connect } from '../settings.ts';

const HELP = `Uso: rubrica enviar contrato.pdf --assina "Ana <ana@exemplo.com.br>" [--assina …]

Cria um documento com o arquivo e o envia a quem assina.

  --assina P        uma pessoa: "Nome <e-mail>", ou só o e-mail; pode repetir-se
  --titulo T        o título; sem ele, o nome do arquivo
  --mensagem M      o texto do convite
  --prazo D         até quando se pode assinar: 2026-12-31, ou com hora e deslocamento (RFC 3339)
  --ordenado        uma pessoa por vez, na ordem dada
  --delegavel       cada pessoa pode passar a assinatura a outra
  --presencial      cada pessoa assina diante de você: ninguém recebe convite, e o comando mostra o link de cada uma
  --referencia R    como o seu sistema chama o documento
  --repeticao K     uma chave sua (um número de pedido): repetido com ela em 24 horas, o comando não cria outro documento
  --rascunho        só cria: ninguém é avisado

Cada pessoa recebe um campo de assinatura ao pé da última página, a menos que o arquivo diga onde estão os seus.
`;

const PERSON = /^\s*(.*?)\s*<\s*([^<>\s]+@[^<>\s]+)\s*>\s*$/;
const ADDRESS = /^\s*([^<>\s]+@[^<>\s]+)\s*$/;

/** What is said of everybody by an option. */
const ofAll = (given: Given): Partial<SignatarioEntrada> => ({
  ...(given.has('delegavel') ? { delegavel: true } : {}),
  // Whoever signs in person is handed the link.
  ...(given.has('presencial') ? { presencial: true, metodoEntrega: 'LINK' } : {}),
});

function personOf(text: string, index: number, ordered: boolean): SignatarioEntrada {
  const [, nome = '', email = ADDRESS.exec(text)?.[1]] = PERSON.exec(text) ?? [];
  if (email === undefined) throw misuse(`--assina toma "Nome <e-mail>": não entendi “${clean(text)}”.`);
  const ordem = ordered ? { ordem: index + 1 } : {};
  return { funcao: 'ASSINAR', email, ...(nome === '' ? {} : { nome }), ...ordem };
}

function entryOf(given: Given, arquivo: string): DocumentoEntrada {
  const people = given.list('assina');
  if (people.length === 0) throw misuse('Diga quem assina, com --assina "Nome <e-mail>".');
  const ordenado = given.has('ordenado');
  return {
    titulo: given.text('titulo') ?? basename(arquivo).replace(/\.pdf$/i, ''),
    signatarios: people.map((text, i) => ({ ...personOf(text, i, ordenado), ...ofAll(given) })),
    mensagem: given.text('mensagem'),
    prazoEm: given.moment('prazo'),
    referenciaExterna: given.text('referencia'),
    ...(ordenado ? { ordenado } : {}),
  };
}

async function bytesOf(path: string): Promise<Uint8Array> {
  return readFile(path).catch((error: Error) => {
    throw misuse(`Não foi possível ler ${clean(path)}: ${clean(error.message)}`);
  });
}

/** The draft, with a signature field for each person. */
async function create(rubrica: Rubrica, path: string, given: Given): Promise<Documento> {
  const repeticao = given.text('repeticao');
  const upload = { arquivo: await bytesOf(path), nomeArquivo: basename(path) };
  const documento = await rubrica.documentos.criar(
    { ...entryOf(given, path), ...upload },
    { idempotencyKey: repeticao },
  );
  if (documento.campos.some(({ tipo }) => tipo === 'ASSINATURA')) return documento;
  // Under a key given before, the answer is that of then, and the fields were placed since.
  const placed = repeticao === undefined ? [] : (await rubrica.documentos.campos.listar(documento.id)).itens;
  if (placed.length > 0) return { ...documento, campos: placed };
  const { itens } = await rubrica.documentos.campos.definir(documento.id, { campos: signatureFields(documento) });
  return { ...documento, campos: itens };
}

export const enviar: Command = {
  summary: 'cria um documento e o envia a quem assina',
  help: HELP,
  options: {
    assina: { type: 'string', multiple: true },
    titulo: { type: 'string' },
    mensagem: { type: 'string' },
    prazo: { type: 'string' },
    ordenado: { type: 'boolean' },
    delegavel: { type: 'boolean' },
    presencial: { type: 'boolean' },
    referencia: { type: 'string' },
    repeticao: { type: 'string' },
    rascunho: { type: 'boolean' },
  },
  async run(given, world) {
    const arquivo = given.only('o arquivo PDF');
    const rubrica = await connect(given, world);
    const repeticao = given.text('repeticao');
    const created = await create(rubrica, arquivo, given);
    const sends = !given.has('rascunho');
    const documento = sends
      ? await rubrica.documentos.enviar(created.id, { idempotencyKey: repeticao && `${repeticao}-enviar` })
      : created;
    const people = documento.signatarios.flatMap(({ nome, email, link }) => [
      `  ${clean(`${nome ?? ''} <${email ?? ''}>`)}`,
      ...(sends && link ? [`    ${clean(link)}`] : []),
    ]);
    const until = documento.prazoEm ? `, até ${moment(documento.prazoEm)}` : '';
    const head = `${sends ? 'Enviado' : 'Criado em rascunho'}${rubrica.ambiente === 'TESTE' ? ' no sandbox' : ''}${until}:`;
    tell(
      world,
      given.has('json'),
      documento,
      [`${head} ${clean(documento.titulo)}`, `  ${documento.id}`, ...people].join('\n'),
    );
    return EXIT.DONE;
  },
};
