import type { AssinaturaEntrada, TextFormat, TracoAssinatura } from '@rubrica/contract';
import { FIELD_KINDS, FIELD_VALUE_MAX_CHARS, type Rule, rule, SIGNING_MAX_PIXELS } from '@rubrica/contract';
import { digitsOf, formatCnpj, formatCpf, isCnpj, isCpf, normaliseTaxId } from '@rubrica/contract/brazil';
import { ImageRefused, type OpenedImage, openImage } from '../../core/image.ts';
import type { FieldProblem } from '../../core/problem.ts';
import { type CampoRow, checkDrawable, type SignatarioRow, type SignatureForm } from '../documentos/index.ts';

/** Enough for a signature across a whole page, in pixels. */
const MARK_BOUNDS = { width: 1600, height: 1200 };

/** A signature or initials as submitted: its form, and the picture if it was drawn or uploaded. */
export interface GivenMark {
  readonly form: SignatureForm;
  readonly png: Buffer | null;
}

/** The input of `assinar`, with pictures decoded, before it is checked against the fields. */
export interface GivenSignature {
  readonly assinatura: GivenMark | null;
  readonly rubrica: GivenMark | null;
  /** By field id, in the submitted order. */
  readonly valores: ReadonlyMap<string, { index: number; valor: string | boolean; png: Buffer | null }>;
  readonly dados: { nome?: string; cpf?: string };
  readonly problems: readonly FieldProblem[];
}

/** The pictures of one request, all measured before the first is decoded. */
class Pictures {
  readonly #problems: FieldProblem[];
  readonly #opened = new Map<string, OpenedImage>();
  readonly #decoded = new Map<string, Promise<Buffer | null>>();
  #pixels = 0;

  constructor(problems: FieldProblem[]) {
    this.#problems = problems;
  }

  /** Reads a picture's dimensions. Problems of this picture, or of all so far, are reported at its location. */
  async measure(uri: string, campo: string): Promise<void> {
    if (this.#opened.has(uri)) return;
    const opened = await this.#orProblem(campo, () => openImage(uri));
    if (!opened) return;
    this.#opened.set(uri, opened);
    this.#pixels += opened.pixels;
    if (this.#pixels > SIGNING_MAX_PIXELS) this.#problems.push({ campo, ...rule('imagePixelsTogether') });
  }

  /** The PNG of a measured picture, each decoded once; null if the request is refused anyway. */
  decode(uri: string, campo: string): Promise<Buffer | null> {
    const opened = this.#opened.get(uri);
    if (!opened || this.#problems.length > 0) return Promise.resolve(null);
    const decoding = this.#decoded.get(uri) ?? this.#orProblem(campo, () => opened.normalise(MARK_BOUNDS));
    this.#decoded.set(uri, decoding);
    return decoding;
  }

  async #orProblem<T>(campo: string, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error;
      this.#problems.push({ campo, ...error.rule });
      return null;
    }
  }
}

async function readMark(
  mark: TracoAssinatura | undefined,
  campo: string,
  pictures: Pictures,
  problems: FieldProblem[],
): Promise<GivenMark | null> {
  if (!mark) return null;
  const { tipo, imagem, texto, fonte } = mark;
  if (tipo === 'DIGITADA') {
    if (!texto) problems.push({ campo: `${campo}.texto`, ...rule('typedNeedsText') });
    return { form: { tipo, ...(texto ? { texto } : {}), ...(fonte ? { fonte } : {}) }, png: null };
  }
  if (!imagem) {
    problems.push({
      campo: `${campo}.imagem`,
      ...rule('drawnNeedsImage'),
    });
    return null;
  }
  return { form: { tipo }, png: await pictures.decode(imagem, `${campo}.imagem`) };
}

const isPicture = (value: unknown): value is string => typeof value === 'string' && value.startsWith('data:');

/** The pictures in a request for its signature, initials and fields, each with its location. */
function picturesOf(
  { assinatura, rubrica, campos }: AssinaturaEntrada,
  fields: ReadonlySet<string>,
): [string, string][] {
  const marks = { assinatura, rubrica };
  return [
    ...(['assinatura', 'rubrica'] as const).flatMap((name): [string, string][] => {
      const mark = marks[name];
      return mark?.imagem && mark.tipo !== 'DIGITADA' ? [[mark.imagem, `${name}.imagem`]] : [];
    }),
    ...(campos ?? []).flatMap(({ campoId, valor }, index): [string, string][] =>
      isPicture(valor) && fields.has(campoId) ? [[valor, `campos[${index}].valor`]] : [],
    ),
  ];
}

/** Whether a request contains anything that `readGiven` would take time to decode. */
export function bringsPictures({ assinatura, rubrica, campos }: AssinaturaEntrada): boolean {
  return [assinatura?.imagem, rubrica?.imagem, ...(campos ?? []).map(({ valor }) => valor)].some(isPicture);
}

/**
 * Decodes the input outside any transaction, because pictures take time.
 * @param fields the ids of those that take a picture; pictures for other fields are not decoded
 */
export async function readGiven(body: AssinaturaEntrada, fields: ReadonlySet<string>): Promise<GivenSignature> {
  const problems: FieldProblem[] = [];
  const pictures = new Pictures(problems);
  const wanted = picturesOf(body, fields);
  for (const [uri, campo] of wanted) await pictures.measure(uri, campo);
  const assinatura = await readMark(body.assinatura, 'assinatura', pictures, problems);
  const rubrica = await readMark(body.rubrica, 'rubrica', pictures, problems);
  const places = new Map(wanted.map(([uri, campo]) => [campo, uri]));
  const valores = new Map<string, { index: number; valor: string | boolean; png: Buffer | null }>();
  for (const [index, { campoId: id, valor }] of (body.campos ?? []).entries()) {
    const campo = `campos[${index}].valor`;
    const uri = places.get(campo);
    const png = uri === undefined ? null : await pictures.decode(uri, campo);
    if (valores.has(id)) problems.push({ campo: `campos[${index}].campoId`, ...rule('fieldTwice') });
    valores.set(id, { index, valor, png });
  }
  if (body.dados?.cpf !== undefined && !isCpf(body.dados.cpf)) {
    problems.push({ campo: 'dados.cpf', ...rule('checkDigits') });
  }
  const dados = {
    ...(body.dados?.nome === undefined ? {} : { nome: body.dados.nome.trim() }),
    ...(body.dados?.cpf === undefined ? {} : { cpf: digitsOf(body.dados.cpf) }),
  };
  return { assinatura, rubrica, valores, dados, problems };
}

/** A field's final value: text as it will be drawn, or a picture. */
export interface FilledField {
  readonly campo: CampoRow;
  readonly texto: string | null;
  readonly png: Buffer | null;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const DAY = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** The day of signing in Brazilian format. */
export const signingDay = (now: Date) => DAY.format(now);

/** Text of a typed field, validated and formatted, or what is wrong with it. */
function typed(format: TextFormat | null, text: string): { texto: string } | Rule {
  switch (format) {
    case 'CPF':
      return isCpf(text) ? { texto: formatCpf(digitsOf(text)) } : rule('cpfDigits');
    case 'CNPJ':
      return isCnpj(text) ? { texto: formatCnpj(normaliseTaxId(text)) } : rule('cnpjDigits');
    case 'EMAIL':
      return EMAIL.test(text) ? { texto: text } : rule('notAnEmail');
    case null:
      return text.length > FIELD_VALUE_MAX_CHARS ? rule('maxLength', { n: FIELD_VALUE_MAX_CHARS }) : { texto: text };
  }
}

export interface FillContext {
  readonly signer: Pick<SignatarioRow, 'nome' | 'email' | 'cpf'>;
  readonly now: Date;
  readonly undrawable: (text: string) => string[];
}

/** Checks the input against the signer's fields. All problems are returned at once, each with its location. */
export function fillFields(
  campos: readonly CampoRow[],
  given: GivenSignature,
  context: FillContext,
): { filled: FilledField[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const known = new Set(campos.map(({ id }) => id));
  for (const [id, { index }] of given.valores) {
    if (!known.has(id)) problems.push({ campo: `campos[${index}].campoId`, ...rule('fieldNotYours') });
  }
  const filled = campos.flatMap((campo) => {
    const result = fillField(campo, given, context);
    problems.push(...result.problems);
    return result.filled ? [result.filled] : [];
  });
  return { filled, problems };
}

function fillField(
  campo: CampoRow,
  given: GivenSignature,
  { signer, now, undrawable }: FillContext,
): { filled: FilledField | null; problems: FieldProblem[] } {
  const value = given.valores.get(campo.id);
  const place = value ? `campos[${value.index}].valor` : `campos.${campo.id}`;
  const nothing = { filled: null, problems: [] };
  const refuse = (said: Rule, at = place) => ({ filled: null, problems: [{ campo: at, ...said }] });
  const label = campo.rotulo ?? campo.tipo;
  const required = (at = place) => (campo.obrigatorio ? refuse(rule('fillField', { campo: label }), at) : nothing);

  const kind = FIELD_KINDS[campo.tipo];
  switch (kind.holds) {
    case 'MARK':
      if (value && !value.png)
        return typeof value.valor === 'string' && value.valor.startsWith('data:')
          ? nothing
          : refuse(rule('imageNeeded'));
      if (value?.png) return { filled: { campo, texto: null, png: value.png }, problems: [] };
      return given[kind.mark] ? { filled: { campo, texto: null, png: null }, problems: [] } : required(kind.mark);
    case 'PICTURE':
      if (!value) return required();
      if (!value.png)
        return typeof value.valor === 'string' && value.valor.startsWith('data:')
          ? nothing
          : refuse(rule('imageNeeded'));
      return { filled: { campo, texto: null, png: value.png }, problems: [] };
    case 'CHECK': {
      const checked = value ? value.valor : campo.valor_padrao === 'true';
      if (typeof checked !== 'boolean') return refuse(rule('expected', { esperado: 'boolean' }));
      if (!checked && campo.obrigatorio) return refuse(rule('tickField', { campo: label }));
      return { filled: { campo, texto: String(checked), png: null }, problems: [] };
    }
    case 'SIGNING_DAY':
      return { filled: { campo, texto: signingDay(now), png: null }, problems: [] };
    case 'TEXT': {
      if (typeof value?.valor === 'boolean') return refuse(rule('expected', { esperado: 'string' }));
      const text = (value?.valor ?? (campo.valor_padrao || (kind.from && signer[kind.from])) ?? '').trim();
      if (text === '') return required();
      const result = typed(kind.format, text);
      if ('regra' in result) return refuse(result);
      const missing = checkDrawable([[place, result.texto]], undrawable);
      return missing.length > 0
        ? { filled: null, problems: missing }
        : { filled: { campo, texto: result.texto, png: null }, problems: [] };
    }
  }
}
