import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Modelo, ModeloEntrada, PapelModeloEntrada } from '@rubrica/contract';
import { ROOT } from '../browser/world.ts';
import type { Member } from './members.ts';

/** A contract with the variables `nome_contratante`, `cpf_contratante`, `endereço`, `serviço`, `data_início`, `valor_mensal`. */
export const TEMPLATE_PDF = join(ROOT, 'packages/pdf/samples/modelo-exemplo.pdf');

/** A template with a role a name, each with a place to sign. */
export async function newTemplate(
  member: Member,
  roles: readonly (string | Partial<PapelModeloEntrada>)[] = ['Contratante'],
  dados: Partial<ModeloEntrada> = {},
): Promise<Modelo> {
  const papeis = roles.map(
    (role, index): PapelModeloEntrada => ({
      id: randomUUID(),
      rotulo: typeof role === 'string' ? role : '',
      funcao: 'ASSINAR',
      ordem: index + 1,
      ...(typeof role === 'string' ? {} : role),
    }),
  );
  const campos = papeis.map(({ id }, index) => ({
    tipo: 'ASSINATURA' as const,
    pagina: 1,
    x: 0.04 + index * 0.3,
    y: 0.58,
    largura: 0.28,
    altura: 0.06,
    papelId: id ?? null,
  }));
  return member.sandbox.criarModelo({
    arquivo: new Blob([Buffer.from(await readFile(TEMPLATE_PDF))], { type: 'application/pdf' }),
    dados: { nome: 'Prestação de serviços', escopo: 'ORGANIZACAO', papeis, campos, ...dados },
  });
}

/** A value for each variable of the template. */
export const VALUES = {
  nome_contratante: 'Marina Duarte Leal',
  cpf_contratante: '529.982.247-25',
  endereço: 'Rua das Acácias, 120',
  serviço: 'jardinagem',
  data_início: '01/12/2026',
  valor_mensal: '2.350,00',
} as const;

export interface Line extends Readonly<Record<keyof typeof VALUES, string>> {
  readonly nome: string;
  readonly email: string;
}

/** A spreadsheet for a template with one role, as the panel's own sample has its columns. */
export function csvOf(lines: readonly Line[], role = 'Contratante'): string {
  const names = Object.keys(VALUES) as (keyof typeof VALUES)[];
  const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';');
  const head = [`${role}: nome`, `${role}: e-mail`, ...names];
  return [head, ...lines.map((line) => [line.nome, line.email, ...names.map((name) => line[name])])]
    .map((cells) => `${quoted(cells)}\n`)
    .join('');
}
