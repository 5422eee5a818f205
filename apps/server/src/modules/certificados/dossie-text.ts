import type { Ambiente } from '@rubrica/contract';
import { type DocumentoRow, validationUrl } from '../documentos/index.ts';

interface About {
  readonly documento: Pick<DocumentoRow, 'titulo' | 'codigo_validacao' | 'finalizado_em'>;
  readonly ambiente: Ambiente;
  readonly publicUrl: string;
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

/** The text of a dossier that says how to check it. */
export function howToCheck({ documento, ambiente, publicUrl, sums }: About): string {
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
trilha.json      cada acontecimento, do primeiro ao último, como a API o entrega
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

PARA PERITOS

A corrente da trilha, os selos e os comandos estão explicados em ${publicUrl}/docs.
SHA-256 de cada arquivo deste dossiê:

${sums.map(([name, sum]) => `${sum}  ${name}`).join('\n')}
`;
}
