import {
  ActionIcon,
  Button,
  NativeSelect,
  NumberInput,
  Switch,
  Text,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { FIELD_KINDS, formatOf, hasSeveralLines, isWritten, type TextFormat } from '@rubrica/contract/field-kinds';
import { FIELD_LABEL_MAX_CHARS, FIELD_VALUE_MAX_CHARS } from '@rubrica/contract/limits';
import { maskCnpj, maskCpf } from '../../../kit/brazil.ts';
import { Icon } from '../../parts/icon.tsx';
import { useSpeech } from '../../texts/area.ts';
import { useEditing } from '../context.tsx';
import { type Change, roomOf, sheetOf } from '../state/editor.ts';
import type { Alignment, Side } from '../state/geometry.ts';
import type { Field } from '../state/types.ts';
import type { Badge } from '../workbench/field.tsx';
import { Signal } from '../workbench/signal.tsx';
import { HeadedBlock } from './block.tsx';
import { Fieldset } from './fieldset.tsx';
import { Figure, type FigureName } from './figure.tsx';
import styles from './properties.module.css';

export const fieldInputId = (name: keyof Field) => `field-${name}`;

const MM_PER_POINT = 25.4 / 72;
const ALIGNMENTS: readonly Alignment[] = ['left', 'center', 'right', 'top', 'middle', 'bottom'];

/** What can be changed of the chosen fields. */
export function Properties({ badges }: { readonly badges: ReadonlyMap<string, Badge> }) {
  const { editor, t } = useEditing();
  const chosen = editor.present.campos.filter(({ id }) => editor.selection.includes(id));
  const [first] = chosen;
  return (
    <HeadedBlock title={t.properties.titulo}>
      {!first && (
        <Text size="sm" c="dimmed">
          {t.properties.nothing}
        </Text>
      )}
      {first && (
        <>
          <h2>
            {chosen.length === 1 ? (
              <>
                <Signal tipo={first.tipo} size={18} /> {t.types[first.tipo]}
              </>
            ) : (
              t.properties.several(chosen.length)
            )}
          </h2>
          <Common chosen={chosen} badges={badges} />
          {chosen.length === 1 && <Single field={first} />}
          {chosen.length > 1 && <Arrange chosen={chosen} />}
          <Acts chosen={chosen} />
        </>
      )}
    </HeadedBlock>
  );
}

function useChange(chosen: readonly Field[]) {
  const { dispatch } = useEditing();
  return (change: Omit<Change, 'id'>, run?: string) =>
    dispatch({
      type: 'change',
      changes: chosen.map(({ id }) => ({ ...change, id })),
      ...(run ? { run: `${run}:${chosen.map(({ id }) => id).join()}` } : {}),
    });
}

function Common({
  chosen,
  badges,
}: {
  readonly chosen: readonly Field[];
  readonly badges: ReadonlyMap<string, Badge>;
}) {
  const { editor, readOnly, t } = useEditing();
  const change = useChange(chosen);
  const owners = new Set(chosen.map(({ holder }) => holder));
  const [owner] = owners;
  const mixed = owners.size > 1;
  const mayBeOurs = chosen.every(({ tipo }) => isWritten(tipo));
  return (
    <>
      <NativeSelect
        id={fieldInputId('holder')}
        size="sm"
        label={t.properties.holder}
        disabled={readOnly}
        value={mixed ? '?' : (owner ?? '')}
        data={[
          ...(mixed ? [{ value: '?', label: t.properties.mixed }] : []),
          ...editor.present.parts.map(({ id }) => ({ value: id, label: badges.get(id)?.nome ?? '' })),
          ...(mayBeOurs || owners.has(null) ? [{ value: '', label: t.palette.remetente }] : []),
        ]}
        onChange={({ currentTarget: { value } }) => value !== '?' && change({ holder: value === '' ? null : value })}
      />
      {chosen.some(({ holder, tipo }) => holder !== null && FIELD_KINDS[tipo].holds !== 'SIGNING_DAY') && (
        <Switch
          size="sm"
          label={t.properties.obrigatorio}
          disabled={readOnly}
          checked={chosen.every(({ obrigatorio }) => obrigatorio)}
          onChange={(event) => change({ obrigatorio: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

function Single({ field }: { readonly field: Field }) {
  const { editor, dispatch, problems, paginas, readOnly, t } = useEditing();
  const change = useChange([field]);
  const wrong = problems.find(({ spot }) => spot.at === 'campo' && spot.id === field.id && spot.name === 'valorPadrao');
  const [first] = editor.present.parts;
  return (
    <>
      {isWritten(field.tipo) && first && (
        <Switch
          size="sm"
          label={t.properties.leitura}
          disabled={readOnly}
          checked={field.holder === null}
          onChange={(event) => change({ holder: event.currentTarget.checked ? null : first.id })}
        />
      )}
      <TextInput
        id={fieldInputId('rotulo')}
        size="sm"
        label={t.properties.rotulo}
        description={t.properties.labelHint}
        disabled={readOnly}
        dir="auto"
        maxLength={FIELD_LABEL_MAX_CHARS}
        value={field.rotulo}
        onBlur={() => dispatch({ type: 'pause' })}
        onChange={(event) => change({ rotulo: event.currentTarget.value }, 'rotulo')}
      />
      {FIELD_KINDS[field.tipo].holds === 'SIGNING_DAY' && (
        <Text size="sm" c="dimmed">
          {t.properties.data}
        </Text>
      )}
      {isWritten(field.tipo) && (
        <Value field={field} error={wrong?.blocks ? t.issue(wrong.fault, 'valorPadrao') : undefined} />
      )}
      {paginas > 1 && <Page field={field} />}
      <Box field={field} />
    </>
  );
}

function Page({ field }: { readonly field: Field }) {
  const { dispatch, paginas, readOnly, t, desk } = useEditing();
  return (
    <NumberInput
      id={fieldInputId('pagina')}
      size="sm"
      label={t.properties.pagina}
      min={1}
      max={paginas}
      allowDecimal={false}
      clampBehavior="strict"
      disabled={readOnly}
      value={field.pagina}
      onBlur={() => dispatch({ type: 'pause' })}
      onChange={(value) => {
        if (typeof value !== 'number' || value === field.pagina || value < 1) return;
        dispatch({ type: 'take-to', ids: [field.id], pagina: value });
        desk()?.showPage(value);
      }}
    />
  );
}

/** Place and size in millimetres of paper. */
function Box({ field }: { readonly field: Field }) {
  const { editor, dispatch, readOnly, t } = useEditing();
  const separator = useSpeech().language === 'en' ? '.' : ',';
  const sheet = sheetOf(editor, field.pagina);
  const input = (name: Side) => {
    const length = name === 'x' || name === 'largura' ? sheet.width : sheet.height;
    const shown = Math.round(field[name] * length * MM_PER_POINT * 10) / 10;
    return (
      <NumberInput
        size="xs"
        label={t.properties[name]}
        decimalScale={1}
        decimalSeparator={separator}
        allowedDecimalSeparators={['.', ',']}
        step={1}
        min={0}
        disabled={readOnly}
        clampBehavior="none"
        value={shown}
        onBlur={() => dispatch({ type: 'pause' })}
        onChange={(value) => {
          if (typeof value !== 'number' || value === shown) return;
          dispatch({ type: 'measure', id: field.id, side: name, valor: value / MM_PER_POINT / length });
        }}
      />
    );
  };
  return (
    <Fieldset legend={t.properties.position} className={styles.place}>
      {input('x')}
      {input('y')}
      {input('largura')}
      {input('altura')}
    </Fieldset>
  );
}

const asTyped = (text: string) => text;
const MASKS: Readonly<Record<TextFormat, (text: string) => string>> = { CPF: maskCpf, CNPJ: maskCnpj, EMAIL: asTyped };

function Value({ field, error }: { readonly field: Field; readonly error: string | undefined }) {
  const { dispatch, readOnly, t } = useEditing();
  const change = useChange([field]);
  const label = field.holder === null ? t.properties.fixedValue : t.properties.valor;
  if (FIELD_KINDS[field.tipo].holds === 'CHECK') {
    return (
      <Switch
        id={fieldInputId('valorPadrao')}
        size="sm"
        label={t.properties.checkedBox}
        disabled={readOnly}
        checked={field.valorPadrao === 'true'}
        onChange={(event) => change({ valorPadrao: event.currentTarget.checked ? 'true' : '' })}
      />
    );
  }
  const format = formatOf(field.tipo);
  const mask = format === null ? asTyped : MASKS[format];
  const common = {
    id: fieldInputId('valorPadrao'),
    size: 'sm' as const,
    label,
    error,
    dir: 'auto' as const,
    disabled: readOnly,
    maxLength: FIELD_VALUE_MAX_CHARS,
    value: field.valorPadrao,
    onBlur: () => dispatch({ type: 'pause' }),
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ valorPadrao: mask(event.currentTarget.value) }, 'valor'),
  };
  return hasSeveralLines(field.tipo) ? (
    <Textarea {...common} autosize minRows={2} maxRows={6} />
  ) : (
    <TextInput {...common} />
  );
}

function Arrange({ chosen }: { readonly chosen: readonly Field[] }) {
  const { dispatch, readOnly, t } = useEditing();
  const ids = chosen.map(({ id }) => id);
  const act = (label: string, figure: FigureName, run: () => void, off = false) => (
    <Tooltip key={figure} label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} disabled={readOnly || off} onClick={run}>
        <Figure name={figure} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Fieldset legend={t.properties.align} className={styles.arrangement}>
      {ALIGNMENTS.map((to) => act(t.properties.alignments[to], to, () => dispatch({ type: 'align', ids, to })))}
      {act(
        t.properties.distributeX,
        'distributeX',
        () => dispatch({ type: 'distribute', ids, axis: 'x' }),
        ids.length < 3,
      )}
      {act(
        t.properties.distributeY,
        'distributeY',
        () => dispatch({ type: 'distribute', ids, axis: 'y' }),
        ids.length < 3,
      )}
    </Fieldset>
  );
}

function Acts({ chosen }: { readonly chosen: readonly Field[] }) {
  const { dispatch, now, paginas, readOnly, t, announce } = useEditing();
  if (readOnly) return null;
  const ids = chosen.map(({ id }) => id);
  const copyTo = (from: number) => {
    const pages = Array.from({ length: paginas }, (_, index) => index + 1).filter((page) => page >= from);
    const room = roomOf(now());
    const copies = room - roomOf(dispatch({ type: 'copy-to', ids, paginas: pages }));
    announce(copies > 0 ? t.announcement.copiedOnes(copies) : t.announcement.doNotFit(room));
  };
  const last = Math.max(...chosen.map(({ pagina }) => pagina));
  return (
    <div className={styles.acts}>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Figure name="duplicate" size={16} />}
        onClick={() => dispatch({ type: 'duplicate', ids })}
      >
        {t.properties.duplicate}
      </Button>
      {paginas > 1 && (
        <Button size="compact-sm" variant="default" onClick={() => copyTo(1)}>
          {t.properties.copy}
        </Button>
      )}
      {last < paginas && last > 1 && (
        <Button size="compact-sm" variant="default" onClick={() => copyTo(last)}>
          {t.properties.copyToFollowing}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        className="bad"
        leftSection={<Icon name="bin" size={16} />}
        onClick={() => {
          dispatch({ type: 'erase', ids });
          announce(t.announcement.erased(ids.length));
        }}
      >
        {t.properties.erase}
      </Button>
    </div>
  );
}
