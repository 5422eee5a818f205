import { type MarcaAlteracao, type OrganizacaoAlteracao, readOrigin, rule } from '@rubrica/contract';
import { isCnpj, isCpf, normaliseTaxId } from '@rubrica/contract/brazil';
import { checkDrawable, type Undrawable } from '../../core/drawable.ts';
import { ImageRefused, normaliseImage } from '../../core/image.ts';
import { type FieldProblem, found, refuseInvalid } from '../../core/problem.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { type Caller, refuseUnlessGoverning } from './membros-rules.ts';
import { lockOrganizacao, type OrganizacaoRow, type StoredBrand, updateOrganizacao } from './store.ts';

/** In pixels: twice the size shown in messages, and at most some 250 kB as a PNG. */
const LOGO_BOUNDS = { width: 400, height: 160 };

/** The values of a PATCH, validated and in stored form. Absent properties stay as they are. */
export interface PreparedChange {
  readonly nome?: string;
  readonly documento?: string | null;
  readonly marca: StoredBrand;
  readonly origensPermitidas?: string[];
  /** Paths of the given properties, for the security log. */
  readonly campos: readonly string[];
}

/**
 * Validates a change of the organization; outside any transaction, because a picture takes time.
 * @throws 400 ENTRADA_INVALIDA with every problem: CPF or CNPJ, name, logo, origins
 */
export async function prepareChange(body: OrganizacaoAlteracao, undrawable: Undrawable): Promise<PreparedChange> {
  const { nome, documento, marca = {}, origensPermitidas } = body;
  const origins = origensPermitidas?.map(readOrigin);
  const logo = await readLogo(marca.logo);
  refuseInvalid([
    ...checkDrawable([['nome', nome?.trim()]], undrawable),
    ...(typeof documento === 'string' && !isCpf(documento) && !isCnpj(documento)
      ? [{ campo: 'documento', ...rule('cpfOrCnpj') }]
      : []),
    ...logo.problems,
    ...(origins ?? []).flatMap((origin, index) =>
      origin === null ? [{ campo: `origensPermitidas[${index}]`, ...rule('originForm') }] : [],
    ),
  ]);
  const given: Record<string, string | null | undefined> = {
    ...marca,
    nomeRemetente: marca.nomeRemetente?.trim() ?? marca.nomeRemetente,
    // An empty message counts as none.
    mensagemPadrao: marca.mensagemPadrao?.trim() || (marca.mensagemPadrao === undefined ? undefined : null),
    logo: logo.stored,
  };
  return {
    ...(nome === undefined ? {} : { nome: nome.trim() }),
    ...(documento === undefined ? {} : { documento: documento === null ? null : normaliseTaxId(documento) }),
    marca: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(origins === undefined ? {} : { origensPermitidas: [...new Set(origins)].filter((origin) => origin !== null) }),
    campos: [
      ...Object.keys(body).filter((name) => name !== 'marca'),
      ...Object.keys(marca).map((name) => `marca.${name}`),
    ].sort(),
  };
}

/** A logo as stored: a PNG of limited size in a data URI; undefined if none was given, null if erased. */
async function readLogo(
  given: MarcaAlteracao['logo'],
): Promise<{ stored: string | null | undefined; problems: FieldProblem[] }> {
  if (given === undefined || given === null) return { stored: given, problems: [] };
  try {
    const png = await normaliseImage(given, LOGO_BOUNDS);
    return { stored: `data:image/png;base64,${png.toString('base64')}`, problems: [] };
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    return { stored: undefined, problems: [{ campo: 'marca.logo', ...error.rule }] };
  }
}

/**
 * Changes the given registration data and brand properties.
 * @throws 403 PAPEL_INSUFICIENTE for a key whose creator left or is suspended
 */
export async function alterarOrganizacao(tx: Tx, change: PreparedChange, caller: Caller): Promise<OrganizacaoRow> {
  await refuseUnlessGoverning(tx, caller.actor);
  const before = found(await lockOrganizacao(tx));
  if (change.campos.length === 0) return before;
  const row = await updateOrganizacao(tx, {
    nome: change.nome ?? before.nome,
    documento: change.documento === undefined ? before.documento : change.documento,
    marca: { ...before.marca, ...change.marca },
    origens_permitidas: change.origensPermitidas ?? before.origens_permitidas,
  });
  await recordSecurityEvent(
    tx.sql,
    {
      tipo: 'ORGANIZACAO_ALTERADA',
      organizacaoId: tx.scope.organizacaoId,
      requisicaoId: caller.requestId,
      ip: caller.ip,
      detalhe: { campos: change.campos, porMembroId: caller.actor.membroId },
    },
    tx.realNow,
  );
  return row;
}
