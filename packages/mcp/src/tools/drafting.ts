import { ACCEPTED_DELIVERY_METHODS, ACCEPTED_FACTORS, FIELD_TYPES, SIGNER_FUNCTIONS } from '@rubrica/contract/enums';
import {
  ANCHOR_TEXT_MAX_CHARS,
  FIELDS_MAX,
  MESSAGE_MAX_CHARS,
  REFERENCE_MAX_CHARS,
  SIGNER_KEY_MAX_CHARS,
  SIGNER_NAME_MAX_CHARS,
  SIGNERS_MAX,
  TITLE_MAX_CHARS,
} from '@rubrica/contract/limits';
import { signatureFields } from '@rubrica/contract/signature-fields';
import type { CampoEntrada, Documento, Rubrica } from '@rubrica/sdk';
import { type Static, Type } from 'typebox';
import { ToolProblem } from '../problem.ts';
import { wholeDocumentShown } from '../shown.ts';
import { id, tool } from '../tool.ts';

const NEXT = 'Fica em rascunho: ninguém é avisado até preparar_envio e confirmar.';

const person = {
  nome: Type.String({ minLength: 1, maxLength: SIGNER_NAME_MAX_CHARS }),
  email: Type.Optional(
    Type.String({ description: 'Pede-se sempre, menos quando o convite vai só por SMS ou por link.' }),
  ),
  telefone: Type.Optional(Type.String({ description: 'E.164: +5511987654321.' })),
  cpf: Type.Optional(Type.String({ description: 'Só quando o fator DADOS_PESSOAIS é exigido.' })),
  dataNascimento: Type.Optional(Type.String({ description: 'AAAA-MM-DD, junto com o CPF.' })),
  metodoEntrega: Type.Optional(
    Type.Enum([...ACCEPTED_DELIVERY_METHODS], { description: 'Como o convite chega; EMAIL se ausente.' }),
  ),
  delegavel: Type.Optional(
    Type.Boolean({ description: 'Se a pessoa pode passar a assinatura a outra. Só quando quem envia pedir.' }),
  ),
  presencial: Type.Optional(
    Type.Boolean({
      description: 'Se assina na presença de quem envia, que abre o link pelo painel; só com metodoEntrega LINK.',
    }),
  ),
  ordem: Type.Optional(Type.Integer({ minimum: 1, maximum: SIGNERS_MAX, description: 'Com `ordenado`: a vez.' })),
};

const Signer = Type.Object(
  {
    ...person,
    funcao: Type.Optional(Type.Enum([...SIGNER_FUNCTIONS], { default: 'ASSINAR' })),
    chave: Type.Optional(
      Type.String({
        maxLength: SIGNER_KEY_MAX_CHARS,
        description: 'Como as marcas do PDF chamam esta pessoa: `{{assinatura:chave}}`.',
      }),
    ),
  },
  { additionalProperties: false },
);

const Field = Type.Object(
  {
    tipo: Type.Enum([...FIELD_TYPES]),
    de: Type.Integer({
      minimum: 1,
      maximum: SIGNERS_MAX,
      description: 'De quem é o campo: 1 é a primeira pessoa de `signatarios`.',
    }),
    ancora: Type.String({
      minLength: 1,
      maxLength: ANCHOR_TEXT_MAX_CHARS,
      description: 'Texto do PDF em cujo lugar o campo fica, escrito como lá: “Assinatura do locatário”.',
    }),
    ocorrencia: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Qual das vezes em que o texto aparece; ausente, um campo em cada uma.',
      }),
    ),
    rotulo: Type.Optional(Type.String()),
    obrigatorio: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

const options = {
  titulo: Type.Optional(Type.String({ minLength: 1, maxLength: TITLE_MAX_CHARS })),
  mensagem: Type.Optional(Type.String({ maxLength: MESSAGE_MAX_CHARS, description: 'O texto do convite.' })),
  prazoEm: Type.Optional(Type.String({ description: 'Até quando se pode assinar: 2026-12-31T23:59:59-03:00.' })),
  ordenado: Type.Optional(Type.Boolean({ description: 'Uma pessoa por vez.' })),
  fatoresExigidos: Type.Optional(
    Type.Array(Type.Enum([...ACCEPTED_FACTORS]), {
      description: 'O que cada pessoa prova antes de assinar; ausente, vale o da organização.',
    }),
  ),
  referenciaExterna: Type.Optional(Type.String({ maxLength: REFERENCE_MAX_CHARS })),
};

/** Fields as the service takes them. @throws {ToolProblem} for a field of nobody */
function fieldsOf(
  fields: readonly Static<typeof Field>[],
  signers: readonly { readonly id: string }[],
): CampoEntrada[] {
  return fields.map(({ de, ancora, ocorrencia, ...field }, index) => {
    const owner = signers[de - 1];
    if (owner === undefined) throw new ToolProblem(`campos[${index}].de: só há ${signers.length} signatários.`);
    return { ...field, signatarioId: owner.id, ancora: { texto: ancora, ocorrencia } };
  });
}

/** Signature fields where neither the call nor tags of the file say any. */
async function withSignatures(rubrica: Rubrica, documento: Documento, signal: AbortSignal): Promise<Documento> {
  if (documento.campos.length > 0) return documento;
  const campos = signatureFields(documento);
  const { itens } = await rubrica.documentos.campos.definir(documento.id, { campos }, { signal });
  return { ...documento, campos: itens };
}

const createDocument = tool({
  name: 'criar_documento',
  title: 'Criar um documento em rascunho',
  description: `Cria um documento com um PDF desta máquina e as pessoas que assinam. ${NEXT} Sem \`campos\`, valem as marcas do PDF (\`{{assinatura:chave}}\`) ou, sem elas, um campo de assinatura para cada pessoa ao pé da última página. Não invente nomes, e-mails nem CPFs: pergunte.`,
  input: {
    arquivo: Type.String({ description: 'Caminho do PDF, dentro das pastas que o programa alcança.' }),
    signatarios: Type.Array(Signer, { minItems: 1, maxItems: SIGNERS_MAX }),
    campos: Type.Optional(Type.Array(Field, { minItems: 1, maxItems: FIELDS_MAX })),
    ...options,
  },
  effect: 'drafts',
  async run({ arquivo, signatarios, campos, ...more }, { rubrica, folders }, { signal }) {
    const { name, bytes } = await folders.readPdf(arquivo);
    const signers = signatarios.map(({ funcao = 'ASSINAR', ...one }) => ({ id: crypto.randomUUID(), funcao, ...one }));
    const created = await rubrica.documentos.criar(
      {
        titulo: name.replace(/\.pdf$/i, ''),
        ...more,
        signatarios: signers,
        ...(campos === undefined ? {} : { campos: fieldsOf(campos, signers) }),
        arquivo: bytes,
        nomeArquivo: name,
      },
      { signal },
    );
    return wholeDocumentShown(await withSignatures(rubrica, created, signal));
  },
});

const Role = Type.Object({ papelId: id('De listar_modelos.'), ...person }, { additionalProperties: false });

const createFromTemplate = tool({
  name: 'criar_documento_de_modelo',
  title: 'Criar um documento a partir de um modelo',
  description: `Cria um documento de um modelo, com uma pessoa para cada papel e um texto para cada variável. ${NEXT}`,
  input: {
    modeloId: id('De listar_modelos.'),
    papeis: Type.Array(Role, { maxItems: SIGNERS_MAX }),
    variaveis: Type.Optional(Type.Record(Type.String(), Type.String())),
    ...options,
  },
  effect: 'drafts',
  run: async ({ modeloId, ...entrada }, { rubrica }, { signal }) =>
    wholeDocumentShown(await rubrica.modelos.criarDocumento(modeloId, entrada, { signal })),
});

export const draftingTools = [createDocument, createFromTemplate];
