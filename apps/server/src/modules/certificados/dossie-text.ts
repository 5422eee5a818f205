import { type Ambiente, conclusionProofPath, LOG_PATHS } from '@rubrica/contract';
import { type DocumentoRow, validationUrl } from '../documentos/index.ts';

interface About {
  readonly documento: Pick<DocumentoRow, 'titulo' | 'codigo_validacao' | 'finalizado_em'>;
  readonly ambiente: Ambiente;
  readonly publicUrl: string;
  /** Whether the open log's proof is in the dossier, is still to come, or is none because the document is older than the log. */
  readonly proof: 'here' | 'waiting' | 'none';
  /** Names of files with their SHA-256 in hexadecimal. */
  readonly sums: readonly (readonly [name: string, sha256: string])[];
}

const moment = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'long',
  timeZone: 'America/Sao_Paulo',
});

const TEST = `
ATENÇÃO: documento do ambiente de testes, sem validade jurídica. O verificador diz DOCUMENTO DE TESTE.
`;

/** What there is of the open log, and how it is checked. */
function ofOpenLog({ documento, ambiente, publicUrl, proof }: Omit<About, 'sums'>): string {
  if (proof === 'none') {
    return 'Este documento foi concluído antes de haver registro aberto nesta instalação, e por isso não há prova aqui.';
  }
  if (proof === 'waiting') {
    return `A conclusão deste documento ainda ia entrar no registro aberto quando este dossiê foi feito, e por isso a prova não está
aqui. Busque-a em ${publicUrl}${conclusionProofPath(ambiente, documento.codigo_validacao ?? '')}
e guarde-a com o resto.`;
  }
  return `prova.tlog-proof mostra que a conclusão deste documento está no registro aberto, uma lista pública em que só se acrescenta:
desde então nem quem opera o serviço muda a trilha ou o arquivo sem que se veja. Não diz que o que está escrito é verdade, só
que não mudou desde. Para conferir, baixe a chave do registro e os selos da instituição:

${publicUrl}${LOG_PATHS[ambiente]}/chave.vkey
${publicUrl}/.well-known/rubrica/selos.json

rubrica verify --selo selos.json --registro chave.vkey --prova prova.tlog-proof assinado.pdf certificado.pdf`;
}

/** The text of a dossier that says how to check it. */
export function howToCheck(about: About): string {
  const { documento, ambiente, publicUrl, sums, proof } = about;
  const codigo = documento.codigo_validacao ?? '';
  return `COMO CONFERIR ESTE DOCUMENTO

Título: ${documento.titulo}
Assinado por todos em: ${documento.finalizado_em ? moment.format(documento.finalizado_em) : ''}
Código de validação: ${codigo}
${ambiente === 'TESTE' ? TEST : ''}
O QUE HÁ AQUI

assinado.pdf     o documento assinado, com o selo da instituição: é este que vale
certificado.pdf  quem assinou, quando, de onde e com que provas; traz anexado o que o verificador confere
original.pdf     o arquivo que foi enviado para assinatura
${proof === 'here' ? `prova.tlog-proof o que prova que a conclusão está no registro aberto\n` : ''}trilha.json      cada acontecimento, do primeiro ao último, como a API o entrega
verificar.html   o verificador: uma página que funciona sem internet

CONFERIR SEM DEPENDER DE NINGUÉM

1. Abra verificar.html no navegador. A internet pode estar desligada.
2. Entregue a ele assinado.pdf e certificado.pdf.
3. Leia o resultado:
   TUDO CONFERE            os dois arquivos estão como foram selados e pertencem um ao outro
   NÃO CONFERE             algo foi mudado ou inventado; a lista diz o quê
   NÃO FOI POSSÍVEL LER    não são um arquivo assinado e seu certificado, ou estão danificados
   SELO NÃO IDENTIFICADO   tudo se encaixa, mas falta saber de quem é o selo
   DOCUMENTO DE TESTE      tudo se encaixa, de um documento sem validade jurídica

Recebeu este dossiê de outra pessoa? Então não confie no verificador que veio nele: quem o mandou poderia tê-lo
trocado. Baixe o seu em ${publicUrl}/verificar.html, que já traz os selos da instituição, e siga os mesmos passos.

CONFERIR PELA INTERNET

${codigo ? validationUrl(publicUrl, ambiente, codigo) : `${publicUrl}/validar`}

O REGISTRO ABERTO

${ofOpenLog(about)}

PARA PERITOS

A corrente da trilha, os selos e os comandos estão explicados em ${publicUrl}/docs.
SHA-256 de cada arquivo deste dossiê:

${sums.map(([name, sum]) => `${sum}  ${name}`).join('\n')}
`;
}
