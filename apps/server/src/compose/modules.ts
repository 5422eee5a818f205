import type { JobDefinition } from '../core/sql.ts';
import { arquivos } from '../modules/arquivos/index.ts';
import { assinatura } from '../modules/assinatura/index.ts';
import { certificados } from '../modules/certificados/index.ts';
import { chamadas } from '../modules/chamadas/index.ts';
import { chavesApi } from '../modules/chaves-api/index.ts';
import { clientes } from '../modules/clientes/index.ts';
import { consumo } from '../modules/consumo/index.ts';
import { contatos } from '../modules/contatos/index.ts';
import { demo } from '../modules/demo/index.ts';
import { documentos } from '../modules/documentos/index.ts';
import { envelopes } from '../modules/envelopes/index.ts';
import { eventos } from '../modules/eventos/index.ts';
import { faturamento } from '../modules/faturamento/index.ts';
import { formularios } from '../modules/formularios/index.ts';
import { lgpd } from '../modules/lgpd/index.ts';
import { mensagens } from '../modules/mensagens/index.ts';
import { modelos } from '../modules/modelos/index.ts';
import { modelosEmail } from '../modules/modelos-email/index.ts';
import { oauth } from '../modules/oauth/index.ts';
import { organizacao } from '../modules/organizacao/index.ts';
import { pastas } from '../modules/pastas/index.ts';
import { registro } from '../modules/registro/index.ts';
import { relogio } from '../modules/relogio/index.ts';
import { sessoes } from '../modules/sessoes/index.ts';
import { validacao } from '../modules/validacao/index.ts';
import { webhooks } from '../modules/webhooks/index.ts';

export const MODULES = [
  arquivos,
  assinatura,
  certificados,
  chamadas,
  chavesApi,
  clientes,
  consumo,
  contatos,
  demo,
  documentos,
  envelopes,
  eventos,
  faturamento,
  formularios,
  lgpd,
  mensagens,
  modelos,
  modelosEmail,
  oauth,
  organizacao,
  pastas,
  registro,
  relogio,
  sessoes,
  validacao,
  webhooks,
] as const;

type Each = (typeof MODULES)[number];
type All<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

/** All dependencies that the modules need. */
export type Needs = All<Parameters<Each>[0]>;

/** The handlers of all modules together. */
export type HandlersOfAll = All<ReturnType<Each>['handlers']>;

/** All jobs. A process that only migrates creates their queues without being able to run them. */
export const JOBS: readonly JobDefinition<object>[] = MODULES.flatMap(({ queues }) => Object.values(queues));
