import { type Static, Type } from 'typebox';
import { REASON_MAX_CHARS, SIGNER_NAME_MAX_CHARS } from '../limits.ts';
import { Enum } from './enums.ts';
import * as example from './example-values.ts';
import { checkedCpf, date, dateTime, drawnText, email, inline, named, phone, ref, uuid } from './kit.ts';

/** A signed note by the key of the open log (docs/adr/0085). */
const receipt = (description: string) =>
  Type.String({
    description: `Recibo do registro aberto: nota assinada que prova, sem o serviço, que este ato foi recebido assim. ${description}`,
  });

export const AssinaturaConcluida = named(
  'AssinaturaConcluida',
  {
    status: ref(Enum.StatusSignatario),
    assinadoEm: dateTime(),
    transacaoId: uuid('Identifica este ato no certificado.'),
    recibo: receipt('O do primeiro de `documentos`, que num link de um documento é o único.'),
    documentos: Type.Array(
      inline({ id: uuid(), status: ref(Enum.StatusDocumento), recibo: receipt('O da assinatura deste documento.') }),
    ),
  },
  {
    examples: [
      {
        status: 'ASSINADO',
        assinadoEm: example.SIGNED_AT,
        transacaoId: example.OTHER_ID,
        recibo: example.RECEIPT,
        documentos: [{ id: example.DOCUMENTO_ID, status: 'ASSINADO', recibo: example.RECEIPT }],
      },
    ],
  },
);
export type AssinaturaConcluida = Static<typeof AssinaturaConcluida>;

export const RecusaEntrada = named(
  'RecusaEntrada',
  {
    motivo: drawnText(REASON_MAX_CHARS),
    documentoId: Type.Optional(uuid('Dispensável quando o conjunto tem um só documento.')),
  },
  { examples: [{ motivo: 'O valor não é o combinado.' }] },
);
export type RecusaEntrada = Static<typeof RecusaEntrada>;

export const RecusaRegistrada = named(
  'RecusaRegistrada',
  {
    status: ref(Enum.StatusSignatario),
    recusadoEm: dateTime(),
    recibo: receipt('O do primeiro de `documentos`.'),
    documentos: Type.Array(inline({ id: uuid(), recibo: receipt('O da recusa deste documento.') })),
  },
  {
    examples: [
      {
        status: 'RECUSADO',
        recusadoEm: example.SIGNED_AT,
        recibo: example.RECEIPT,
        documentos: [{ id: example.DOCUMENTO_ID, recibo: example.RECEIPT }],
      },
    ],
  },
);
export type RecusaRegistrada = Static<typeof RecusaRegistrada>;

export const DelegacaoEntrada = named(
  'DelegacaoEntrada',
  {
    nome: drawnText(SIGNER_NAME_MAX_CHARS, 'De quem assina no seu lugar.'),
    email: email('Para onde vai o link novo.'),
    telefone: Type.Optional(phone('Formato E.164. Necessário quando o fator SMS_OTP é exigido.')),
    cpf: Type.Optional(checkedCpf('Necessário quando o fator DADOS_PESSOAIS é exigido.')),
    dataNascimento: Type.Optional(date('Necessária quando o fator DADOS_PESSOAIS é exigido.')),
    motivo: Type.Optional(drawnText(REASON_MAX_CHARS, 'Vai para a trilha e para quem enviou o documento.')),
    documentoId: Type.Optional(uuid('Sem ele, todos os documentos do link que ainda esperam esta pessoa.')),
  },
  {
    examples: [
      { nome: 'Bruno Dias', email: 'bruno.dias@exemplo.com.br', motivo: 'Estou em férias; Bruno responde por mim.' },
    ],
  },
);
export type DelegacaoEntrada = Static<typeof DelegacaoEntrada>;

export const DelegacaoRegistrada = named(
  'DelegacaoRegistrada',
  {
    delegadoEm: dateTime('A partir daqui o link de quem passou a assinatura não vale mais para estes documentos.'),
    documentos: Type.Array(inline({ id: uuid() })),
  },
  { examples: [{ delegadoEm: example.SIGNED_AT, documentos: [{ id: example.DOCUMENTO_ID }] }] },
);
export type DelegacaoRegistrada = Static<typeof DelegacaoRegistrada>;
