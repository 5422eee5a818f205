import { CLAUSES, type Person } from './contract-text.ts';

/** The text of the sample template: a short form of the sample contract, with tags for what varies. */

const clause = (index: number, place: number): string => CLAUSES[index]?.[1][place]?.slice('1.1. '.length) ?? '';

export const TEMPLATE = {
  preamble: [
    'CONTRATANTE: {{nome_contratante}}, CPF {{cpf_contratante}}, com endereço em {{endereço}}.',
    'CONTRATADA: Serra do Mar Engenharia e Manutenção Ltda., inscrita no CNPJ sob o nº 98.765.432/0001-98.',
  ],
  clauses: [
    ['1. OBJETO', 'A CONTRATADA prestará à CONTRATANTE os seguintes serviços: {{serviço}}.'],
    ['2. PRAZO', 'O contrato vigora por 12 (doze) meses, a partir de {{data_início}}.'],
    ['3. PREÇO', 'Pelos serviços a CONTRATANTE pagará R$ {{valor_mensal}} por mês, até o décimo dia do mês seguinte.'],
    ['4. RESCISÃO', clause(6, 0)],
    ['5. ASSINATURA ELETRÔNICA', clause(7, 0)],
  ] as readonly (readonly [string, string])[],
  closing: 'E, por estarem assim justas e contratadas, as partes assinam este instrumento por meio eletrônico.',
  place: 'Curitiba, na data da última assinatura.',
  parties: [
    ['{{nome_contratante}}', 'CONTRATANTE', 'CPF {{cpf_contratante}}'],
    ['Otávio Lacerda Brandão', 'CONTRATADA — Serra do Mar Engenharia e Manutenção Ltda.', 'CPF 529.982.247-25'],
  ] as readonly Person[],
};
