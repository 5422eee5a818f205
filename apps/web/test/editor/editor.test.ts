import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../../kit/uuid.ts';
import { type Action, type Editor, NOTHING, reduce } from '../../painel/editor/state/editor.ts';
import { turnsOf } from '../../painel/editor/state/parts.ts';
import { EditorStore } from '../../painel/editor/state/store.ts';
import type { Draft } from '../../painel/editor/state/types.ts';
import { draftOf, field, someone } from './scenes.ts';

const SHEETS = new Map([
  [1, { width: 595, height: 842 }],
  [2, { width: 842, height: 595 }],
  [3, { width: 300, height: 400 }],
]);
const ana = someone({ nome: 'Ana' });
const bruno = someone({ nome: 'Bruno', ordem: 2 });

const opened = (draft: Draft): Editor =>
  reduce(reduce(NOTHING, { type: 'paginas', sheets: SHEETS }), { type: 'open', draft });

const start = opened(draftOf([ana, bruno], [field(ana.id), field(bruno.id, { pagina: 2 }), field(ana.id, { y: 0.2 })]));

type Pick = { readonly kind: string; readonly a: number; readonly b: number };

/** An act on whatever the editor holds at that moment. */
function actOf({ kind, a, b }: Pick, editor: Editor): Action {
  const { campos } = editor.present;
  const id = campos[Math.floor(Math.abs(a) * campos.length)]?.id ?? '';
  const ids = campos.filter((_, index) => (index + Math.round(a * 10)) % 2 === 0).map((one) => one.id);
  const pagina = 1 + Math.floor(Math.abs(b) * 2.99);
  switch (kind) {
    case 'put':
      return { type: 'put', id: newId(), tipo: 'TEXTO', holder: ana.id, em: { pagina, x: a, y: b } };
    case 'paste':
      return { type: 'paste', campos: campos.slice(0, 2), pagina };
    case 'change':
      return { type: 'change', changes: [{ id, x: a, largura: b }] };
    case 'write':
      return { type: 'change', changes: [{ id, rotulo: String(a) }], run: `rotulo:${id}` };
    case 'shift':
      return { type: 'shift', ids, dx: a, dy: b };
    case 'measure':
      return { type: 'measure', id, side: a > 0 ? 'largura' : 'y', valor: b };
    case 'stretch':
      return { type: 'stretch', ids, x: a * 400, y: b * 400 };
    case 'take-to':
      return { type: 'take-to', ids: [id], pagina };
    case 'turn-page':
      return { type: 'turn-page', ids, por: a > 0 ? 1 : -1, paginas: 3 };
    case 'erase':
      return { type: 'erase', ids: [id] };
    case 'duplicate':
      return { type: 'duplicate', ids };
    case 'copy':
      return { type: 'copy-to', ids: [id], paginas: [1, 2, 3] };
    case 'align':
      return { type: 'align', ids, to: 'center' };
    case 'distribute':
      return { type: 'distribute', ids, axis: 'y' };
    case 'leave':
      return { type: 'remove-party', id: a > 0 ? (editor.present.parts[0]?.id ?? '') : '' };
    case 'move':
      return { type: 'move-party', id: editor.present.parts[0]?.id ?? '', by: a > 0 ? 1 : -1 };
    case 'options':
      return { type: 'options', options: { mensagem: String(b) } };
    default:
      return { type: 'choose', ids };
  }
}

const KINDS = [
  'put',
  'paste',
  'change',
  'write',
  'shift',
  'measure',
  'stretch',
  'take-to',
  'turn-page',
  'erase',
  'duplicate',
  'copy',
  'align',
  'distribute',
  'leave',
  'move',
];
const picks = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS, 'options', 'choose'),
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
        while (editor.past.length > 0) editor = reduce(editor, { type: 'undo' });
        expect(editor.present).toEqual(start.present);
        while (editor.future.length > 0) editor = reduce(editor, { type: 'redo' });
        expect(editor.present).toEqual(end.present);
      }),
    );
  });

  it('undo and then redo change nothing, wherever they are pressed', () => {
    fc.assert(
      fc.property(picks, (all) => {
        const editor = perform(start, all);
        fc.pre(editor.past.length > 0);
        const back = reduce(reduce(editor, { type: 'undo' }), { type: 'redo' });
        expect(back.present).toBe(editor.present);
      }),
    );
  });

  it('a new act forgets what was undone', () => {
    const one = reduce(start, { type: 'erase', ids: [start.present.campos[0]?.id ?? ''] });
    const undone = reduce(one, { type: 'undo' });
    expect(reduce(undone, { type: 'options', options: { mensagem: 'Olá' } }).future).toEqual([]);
  });

  it('typing into one input is undone at once, into two in two steps', () => {
    const [a, b] = start.present.campos;
    const type = (editor: Editor, id: string, rotulo: string) =>
      reduce(editor, { type: 'change', changes: [{ id, rotulo }], run: `rotulo:${id}` });
    const typed = type(type(type(start, a?.id ?? '', 'N'), a?.id ?? '', 'No'), b?.id ?? '', 'X');
    expect(typed.past).toHaveLength(2);
  });

  it('what changes nothing leaves no trace', () => {
    expect(reduce(start, { type: 'options', options: { mensagem: '' } })).toBe(start);
  });
});

describe('the draft stays one the service takes', () => {
  it('every field on its page, every owner there, no more than 500', () => {
    fc.assert(
      fc.property(picks, (all) => {
        const { parts, campos } = perform(start, all).present;
        const known = new Set<string | null>([null, ...parts.map(({ id }) => id)]);
        expect(campos.length).toBeLessThanOrEqual(500);
        for (const one of campos) {
          expect(known.has(one.holder)).toBe(true);
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
    expect(reduce(editor, { type: 'copy-to', ids: [many.campos[0]?.id ?? ''], paginas: [1, 2, 3] })).toBe(editor);
  });

  it('somebody removed takes their fields along, and undo brings both back', () => {
    const gone = reduce(start, { type: 'remove-party', id: ana.id });
    expect(gone.present.campos.map(({ holder }) => holder)).toEqual([bruno.id]);
    expect(turnsOf(gone.present.parts).map((turn) => turn.map(({ ordem }) => ordem))).toEqual([[1]]);
    expect(reduce(gone, { type: 'undo' }).present).toEqual(start.present);
  });

  it('a signature never goes without an owner', () => {
    const [first] = start.present.campos;
    const none = reduce(start, { type: 'change', changes: [{ id: first?.id ?? '', holder: null }] });
    expect(none.present.campos[0]?.holder).toBe(ana.id);
  });
});

describe('what is chosen', () => {
  it('is what undo brought back', () => {
    const ids = [start.present.campos[1]?.id ?? ''];
    const back = reduce(reduce(start, { type: 'erase', ids }), { type: 'undo' });
    expect(back.selection).toEqual(ids);
  });

  it('is only what is there', () => {
    expect(reduce(start, { type: 'choose', ids: ['nada'] }).selection).toEqual([]);
  });
});

describe('acts that follow each other before the screen shows any of them', () => {
  const caio = someone({ nome: 'Caio', ordem: 3 });
  const three = draftOf([ana, bruno, caio], [], { ordenado: true });
  /** What a screen does that rendered nothing since it was opened. */
  const storeOf = (draft: Draft) => {
    const store = new EditorStore();
    store.act({ type: 'paginas', sheets: SHEETS });
    store.act({ type: 'open', draft });
    return store;
  };
  const namesOf = ({ present }: Editor) => turnsOf(present.parts).map((turn) => turn.map(({ nome }) => nome));

  it('each goes on from what the one before it left, and gives back what it left itself', () => {
    const store = storeOf(three);
    const up = { type: 'move-party', id: caio.id, by: -1 } as const;
    expect(namesOf(store.act(up))).toEqual([['Ana'], ['Bruno', 'Caio']]);
    expect(namesOf(store.act(up))).toEqual([['Ana'], ['Caio'], ['Bruno']]);
    expect(namesOf(store.get())).toEqual([['Ana'], ['Caio'], ['Bruno']]);
  });

  it('a person let go beside another comes there, though somebody left meanwhile', () => {
    const store = storeOf(three);
    store.act({ type: 'remove-party', id: ana.id });
    const after = store.act({ type: 'drop-party', id: caio.id, target: { where: 'inside', id: bruno.id } });
    expect(namesOf(after)).toEqual([['Bruno', 'Caio']]);
  });

  it('two data and two factors of a person are all kept, as are two factors of everybody, of whom one stays', () => {
    const store = storeOf(three);
    store.act({ type: 'change-party', id: ana.id, change: { nome: 'Ana Lima' } });
    store.act({ type: 'change-party', id: ana.id, change: { cpf: '52998224725' } });
    for (const fator of ['SMS_OTP', 'TOTP'] as const)
      for (const de of [ana.id, null]) store.act({ type: 'ask', de, fator, demanded: true });
    const [one] = store.get().present.parts;
    expect(one).toMatchObject({ nome: 'Ana Lima', cpf: '52998224725', reinforcement: ['SMS_OTP', 'TOTP'] });
    expect(store.get().present.options?.fatoresExigidos).toEqual(['EMAIL', 'SMS_OTP', 'TOTP']);
    for (const fator of ['EMAIL', 'SMS_OTP', 'TOTP'] as const)
      store.act({ type: 'ask', de: null, fator, demanded: false });
    expect(store.get().present.options?.fatoresExigidos).toEqual(['TOTP']);
  });

  it('two people are included, each in a turn of their own', () => {
    const store = storeOf(three);
    for (const id of [newId(), newId()]) store.act({ type: 'include-party', id });
    expect(store.get().present.parts.map(({ ordem }) => ordem)).toEqual([1, 2, 3, 4, 5]);
  });

  it('turned into an order, those who stood together have a turn each, and that is undone at once', () => {
    const store = storeOf(draftOf([ana, someone({ nome: 'Rui' })], []));
    const ordered = store.act({ type: 'sort', ordenado: true });
    expect([ordered.present.options?.ordenado, ordered.present.parts.map(({ ordem }) => ordem)]).toEqual([
      true,
      [1, 2],
    ]);
    expect(store.act({ type: 'undo' }).present.options?.ordenado).toBe(false);
    expect(store.get().past).toHaveLength(0);
  });

  it('two fields put at one place do not hide each other', () => {
    const store = storeOf(draftOf([ana], []));
    const em = { pagina: 1, x: 0.5, y: 0.5 };
    for (const id of [newId(), newId()]) store.act({ type: 'put', id, tipo: 'TEXTO', holder: ana.id, em });
    const [a, b] = store.get().present.campos;
    expect([a?.x, a?.y]).not.toEqual([b?.x, b?.y]);
  });

  it('fields are chosen one beside the other, and turned two pages on', () => {
    const [a, b] = [field(ana.id), field(ana.id, { y: 0.2 })];
    const store = storeOf(draftOf([ana], [a, b]));
    for (const { id } of [a, b]) store.act({ type: 'toggle', id });
    expect(store.get().selection).toEqual([a.id, b.id]);
    for (let turn = 0; turn < 3; turn += 1) store.act({ type: 'turn-page', ids: [a.id, b.id], por: 1, paginas: 3 });
    expect(store.get().present.campos.map(({ pagina }) => pagina)).toEqual([3, 3]);
    expect(store.act({ type: 'toggle', id: b.id }).selection).toEqual([a.id]);
    expect(store.act({ type: 'toggle', id: a.id, so: true }).selection).toEqual([]);
  });

  it('who listens is told of a change and of nothing else', () => {
    const store = storeOf(three);
    let told = 0;
    const stop = store.subscribe(() => {
      told += 1;
    });
    store.act({ type: 'move-party', id: ana.id, by: -1 });
    expect(told).toBe(0);
    store.act({ type: 'move-party', id: ana.id, by: 1 });
    stop();
    store.act({ type: 'undo' });
    expect(told).toBe(1);
  });
});
