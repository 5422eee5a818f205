import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Action, type Editor, NOTHING, newField, reduce } from '../../painel/editor/estado/editor.ts';
import { turnsOf } from '../../painel/editor/estado/partes.ts';
import type { Draft } from '../../painel/editor/estado/tipos.ts';
import { draftOf, field, someone } from './cenas.ts';

const SHEETS = new Map([
  [1, { width: 595, height: 842 }],
  [2, { width: 842, height: 595 }],
  [3, { width: 300, height: 400 }],
]);
const ana = someone({ nome: 'Ana' });
const bruno = someone({ nome: 'Bruno', ordem: 2 });

const opened = (draft: Draft): Editor =>
  reduce(reduce(NOTHING, { type: 'paginas', sheets: SHEETS }), { type: 'abrir', draft });

const start = opened(draftOf([ana, bruno], [field(ana.id), field(bruno.id, { pagina: 2 }), field(ana.id, { y: 0.2 })]));

type Pick = { readonly kind: string; readonly a: number; readonly b: number };

/** An act on whatever the editor holds at that moment. */
function actOf({ kind, a, b }: Pick, editor: Editor): Action {
  const { campos } = editor.present;
  const id = campos[Math.floor(Math.abs(a) * campos.length)]?.id ?? '';
  const ids = campos.filter((_, index) => (index + Math.round(a * 10)) % 2 === 0).map((one) => one.id);
  const place = { pagina: 1 + Math.floor(Math.abs(b) * 2.99), x: a, y: b, largura: 0.2, altura: 0.1 };
  switch (kind) {
    case 'criar':
      return { type: 'criar', campos: [newField('TEXTO', ana.id, place)] };
    case 'mudar':
      return { type: 'mudar', changes: [{ id, x: a, largura: b }] };
    case 'digitar':
      return { type: 'mudar', changes: [{ id, rotulo: String(a) }], run: `rotulo:${id}` };
    case 'deslocar':
      return { type: 'deslocar', ids, dx: a, dy: b };
    case 'apagar':
      return { type: 'apagar', ids: [id] };
    case 'duplicar':
      return { type: 'duplicar', ids };
    case 'copiar':
      return { type: 'copiar-para', ids: [id], paginas: [1, 2, 3] };
    case 'alinhar':
      return { type: 'alinhar', ids, to: 'centro' };
    case 'distribuir':
      return { type: 'distribuir', ids, axis: 'y' };
    case 'sair':
      return { type: 'partes', partes: editor.present.partes.slice(a > 0 ? 1 : 0) };
    case 'opcoes':
      return { type: 'opcoes', opcoes: { mensagem: String(b) } };
    default:
      return { type: 'escolher', ids };
  }
}

const KINDS = [
  'criar',
  'mudar',
  'digitar',
  'deslocar',
  'apagar',
  'duplicar',
  'copiar',
  'alinhar',
  'distribuir',
  'sair',
];
const picks = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS, 'opcoes', 'escolher'),
    a: fc.double({ min: -1, max: 1, noNaN: true }),
    b: fc.double({ min: -1, max: 1, noNaN: true }),
  }),
  { maxLength: 25 },
);
const perform = (editor: Editor, all: readonly Pick[]) =>
  all.reduce((now, pick) => reduce(now, actOf(pick, now)), editor);

describe('undo and redo', () => {
  it('undo leads back to the very beginning, redo to the very end', () => {
    fc.assert(
      fc.property(picks, (all) => {
        const end = perform(start, all);
        let editor = end;
        while (editor.past.length > 0) editor = reduce(editor, { type: 'desfazer' });
        expect(editor.present).toEqual(start.present);
        while (editor.future.length > 0) editor = reduce(editor, { type: 'refazer' });
        expect(editor.present).toEqual(end.present);
      }),
    );
  });

  it('undo and then redo change nothing, wherever they are pressed', () => {
    fc.assert(
      fc.property(picks, (all) => {
        const editor = perform(start, all);
        fc.pre(editor.past.length > 0);
        const back = reduce(reduce(editor, { type: 'desfazer' }), { type: 'refazer' });
        expect(back.present).toBe(editor.present);
      }),
    );
  });

  it('a new act forgets what was undone', () => {
    const one = reduce(start, { type: 'apagar', ids: [start.present.campos[0]?.id ?? ''] });
    const undone = reduce(one, { type: 'desfazer' });
    expect(reduce(undone, { type: 'opcoes', opcoes: { mensagem: 'Olá' } }).future).toEqual([]);
  });

  it('typing into one input is undone at once, into two in two steps', () => {
    const [a, b] = start.present.campos;
    const type = (editor: Editor, id: string, rotulo: string) =>
      reduce(editor, { type: 'mudar', changes: [{ id, rotulo }], run: `rotulo:${id}` });
    const typed = type(type(type(start, a?.id ?? '', 'N'), a?.id ?? '', 'No'), b?.id ?? '', 'X');
    expect(typed.past).toHaveLength(2);
  });

  it('what changes nothing leaves no trace', () => {
    expect(reduce(start, { type: 'opcoes', opcoes: { mensagem: '' } })).toBe(start);
  });
});

describe('the draft stays one the service takes', () => {
  it('every field on its page, every owner there, no more than 500', () => {
    fc.assert(
      fc.property(picks, (all) => {
        const { partes, campos } = perform(start, all).present;
        const known = new Set<string | null>([null, ...partes.map(({ id }) => id)]);
        expect(campos.length).toBeLessThanOrEqual(500);
        for (const one of campos) {
          expect(known.has(one.dono)).toBe(true);
          expect(one.x).toBeGreaterThanOrEqual(0);
          expect(one.x + one.largura).toBeLessThanOrEqual(1 + 1e-9);
          expect(one.y).toBeGreaterThanOrEqual(0);
          expect(one.y + one.altura).toBeLessThanOrEqual(1 + 1e-9);
          expect(one.largura * one.altura).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('copying to more pages than the limit leaves room for copies nothing', () => {
    const many = draftOf(
      [ana],
      Array.from({ length: 499 }, () => field(ana.id)),
    );
    const editor = opened(many);
    expect(reduce(editor, { type: 'copiar-para', ids: [many.campos[0]?.id ?? ''], paginas: [1, 2, 3] })).toBe(editor);
  });

  it('somebody removed takes their fields along, and undo brings both back', () => {
    const gone = reduce(start, { type: 'partes', partes: [bruno] });
    expect(gone.present.campos.map(({ dono }) => dono)).toEqual([bruno.id]);
    expect(turnsOf(gone.present.partes).map((turn) => turn.map(({ ordem }) => ordem))).toEqual([[1]]);
    expect(reduce(gone, { type: 'desfazer' }).present).toEqual(start.present);
  });

  it('a signature never goes without an owner', () => {
    const [first] = start.present.campos;
    const none = reduce(start, { type: 'mudar', changes: [{ id: first?.id ?? '', dono: null }] });
    expect(none.present.campos[0]?.dono).toBe(ana.id);
  });
});

describe('what is chosen', () => {
  it('is what undo brought back', () => {
    const ids = [start.present.campos[1]?.id ?? ''];
    const back = reduce(reduce(start, { type: 'apagar', ids }), { type: 'desfazer' });
    expect(back.selection).toEqual(ids);
  });

  it('is only what is there', () => {
    expect(reduce(start, { type: 'escolher', ids: ['nada'] }).selection).toEqual([]);
  });
});
