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
import { Icone } from '../../partes/icone.tsx';
import { useEditing } from '../contexto.tsx';
import { type Change, roomOf, sheetOf } from '../estado/editor.ts';
import type { Alignment, Side } from '../estado/geometria.ts';
import type { Field } from '../estado/tipos.ts';
import type { Badge } from '../mesa/campo.tsx';
import { Sinal } from '../mesa/sinal.tsx';
import { Figura, type NomeFigura } from './figura.tsx';
import './propriedades.css';

export const fieldInputId = (name: keyof Field) => `campo-propriedade-${name}`;

const MM_PER_POINT = 25.4 / 72;
const ALIGNMENTS: readonly Alignment[] = ['esquerda', 'centro', 'direita', 'topo', 'meio', 'base'];

/** What can be changed of the chosen fields. */
export function Propriedades({ badges }: { readonly badges: ReadonlyMap<string, Badge> }) {
  const { editor, t } = useEditing();
  const chosen = editor.present.campos.filter(({ id }) => editor.selection.includes(id));
  const [first] = chosen;
  return (
    <section className="bloco propriedades" aria-label={t.propriedades.titulo}>
      {!first && (
        <Text size="sm" c="dimmed">
          {t.propriedades.nada}
        </Text>
      )}
      {first && (
        <>
          <h2>
            {chosen.length === 1 ? (
              <>
                <Sinal tipo={first.tipo} tamanho={18} /> {t.tipos[first.tipo]}
              </>
            ) : (
              t.propriedades.varios(chosen.length)
            )}
          </h2>
          <Common chosen={chosen} badges={badges} />
          {chosen.length === 1 && <Single field={first} />}
          {chosen.length > 1 && <Arrange chosen={chosen} />}
          <Acts chosen={chosen} />
        </>
      )}
    </section>
  );
}

function useChange(chosen: readonly Field[]) {
  const { dispatch } = useEditing();
  return (change: Omit<Change, 'id'>, run?: string) =>
    dispatch({
      type: 'mudar',
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
  const owners = new Set(chosen.map(({ dono }) => dono));
  const [owner] = owners;
  const mixed = owners.size > 1;
  const mayBeOurs = chosen.every(({ tipo }) => isWritten(tipo));
  return (
    <>
      <NativeSelect
        id={fieldInputId('dono')}
        size="sm"
        label={t.propriedades.dono}
        disabled={readOnly}
        value={mixed ? '?' : (owner ?? '')}
        data={[
          ...(mixed ? [{ value: '?', label: t.propriedades.misto }] : []),
          ...editor.present.partes.map(({ id }) => ({ value: id, label: badges.get(id)?.nome ?? '' })),
          ...(mayBeOurs || owners.has(null) ? [{ value: '', label: t.paleta.remetente }] : []),
        ]}
        onChange={({ currentTarget: { value } }) => value !== '?' && change({ dono: value === '' ? null : value })}
      />
      {chosen.some(({ dono, tipo }) => dono !== null && FIELD_KINDS[tipo].holds !== 'SIGNING_DAY') && (
        <Switch
          size="sm"
          label={t.propriedades.obrigatorio}
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
  const [first] = editor.present.partes;
  return (
    <>
      {isWritten(field.tipo) && first && (
        <Switch
          size="sm"
          label={t.propriedades.leitura}
          disabled={readOnly}
          checked={field.dono === null}
          onChange={(event) => change({ dono: event.currentTarget.checked ? null : first.id })}
        />
      )}
      <TextInput
        id={fieldInputId('rotulo')}
        size="sm"
        label={t.propriedades.rotulo}
        description={t.propriedades.rotuloDica}
        disabled={readOnly}
        dir="auto"
        maxLength={FIELD_LABEL_MAX_CHARS}
        value={field.rotulo}
        onBlur={() => dispatch({ type: 'pausa' })}
        onChange={(event) => change({ rotulo: event.currentTarget.value }, 'rotulo')}
      />
      {FIELD_KINDS[field.tipo].holds === 'SIGNING_DAY' && (
        <Text size="sm" c="dimmed">
          {t.propriedades.data}
        </Text>
      )}
      {isWritten(field.tipo) && (
        <Value field={field} error={wrong?.blocks ? t.problema(wrong.fault, 'valorPadrao') : undefined} />
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
      label={t.propriedades.pagina}
      min={1}
      max={paginas}
      allowDecimal={false}
      clampBehavior="strict"
      disabled={readOnly}
      value={field.pagina}
      onBlur={() => dispatch({ type: 'pausa' })}
      onChange={(value) => {
        if (typeof value !== 'number' || value === field.pagina || value < 1) return;
        dispatch({ type: 'levar', ids: [field.id], pagina: value });
        desk()?.showPage(value);
      }}
    />
  );
}

/** Place and size in millimetres of paper. */
function Box({ field }: { readonly field: Field }) {
  const { editor, dispatch, readOnly, t } = useEditing();
  const sheet = sheetOf(editor, field.pagina);
  const input = (name: Side) => {
    const length = name === 'x' || name === 'largura' ? sheet.width : sheet.height;
    const shown = Math.round(field[name] * length * MM_PER_POINT * 10) / 10;
    return (
      <NumberInput
        size="xs"
        label={t.propriedades[name]}
        decimalScale={1}
        step={1}
        min={0}
        disabled={readOnly}
        clampBehavior="none"
        value={shown}
        onBlur={() => dispatch({ type: 'pausa' })}
        onChange={(value) => {
          if (typeof value !== 'number' || value === shown) return;
          dispatch({ type: 'medir', id: field.id, lado: name, valor: value / MM_PER_POINT / length });
        }}
      />
    );
  };
  return (
    <fieldset className="lugar">
      <legend>{t.propriedades.posicao}</legend>
      {input('x')}
      {input('y')}
      {input('largura')}
      {input('altura')}
    </fieldset>
  );
}

const asTyped = (text: string) => text;
const MASKS: Readonly<Record<TextFormat, (text: string) => string>> = { CPF: maskCpf, CNPJ: maskCnpj, EMAIL: asTyped };

function Value({ field, error }: { readonly field: Field; readonly error: string | undefined }) {
  const { dispatch, readOnly, t } = useEditing();
  const change = useChange([field]);
  const label = field.dono === null ? t.propriedades.valorFixo : t.propriedades.valor;
  if (FIELD_KINDS[field.tipo].holds === 'CHECK') {
    return (
      <Switch
        id={fieldInputId('valorPadrao')}
        size="sm"
        label={t.propriedades.marcado}
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
    onBlur: () => dispatch({ type: 'pausa' }),
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
  const act = (label: string, figura: NomeFigura, run: () => void, off = false) => (
    <Tooltip key={figura} label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} disabled={readOnly || off} onClick={run}>
        <Figura nome={figura} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <fieldset className="arranjo">
      <legend>{t.propriedades.alinhar}</legend>
      {ALIGNMENTS.map((to) => act(t.propriedades.alinhamentos[to], to, () => dispatch({ type: 'alinhar', ids, to })))}
      {act(
        t.propriedades.distribuirX,
        'distribuirX',
        () => dispatch({ type: 'distribuir', ids, axis: 'x' }),
        ids.length < 3,
      )}
      {act(
        t.propriedades.distribuirY,
        'distribuirY',
        () => dispatch({ type: 'distribuir', ids, axis: 'y' }),
        ids.length < 3,
      )}
    </fieldset>
  );
}

function Acts({ chosen }: { readonly chosen: readonly Field[] }) {
  const { dispatch, now, paginas, readOnly, t, announce } = useEditing();
  if (readOnly) return null;
  const ids = chosen.map(({ id }) => id);
  const copyTo = (from: number) => {
    const pages = Array.from({ length: paginas }, (_, index) => index + 1).filter((page) => page >= from);
    const room = roomOf(now());
    const copies = room - roomOf(dispatch({ type: 'copiar-para', ids, paginas: pages }));
    announce(copies > 0 ? t.anuncio.copiados(copies) : t.anuncio.naoCabem(room));
  };
  const last = Math.max(...chosen.map(({ pagina }) => pagina));
  return (
    <div className="atos">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Figura nome="duplicar" tamanho={16} />}
        onClick={() => dispatch({ type: 'duplicar', ids })}
      >
        {t.propriedades.duplicar}
      </Button>
      {paginas > 1 && (
        <Button size="compact-sm" variant="default" onClick={() => copyTo(1)}>
          {t.propriedades.copiar}
        </Button>
      )}
      {last < paginas && last > 1 && (
        <Button size="compact-sm" variant="default" onClick={() => copyTo(last)}>
          {t.propriedades.copiarSeguintes}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        className="perigo"
        leftSection={<Icone nome="lixeira" tamanho={16} />}
        onClick={() => {
          dispatch({ type: 'apagar', ids });
          announce(t.anuncio.apagados(ids.length));
        }}
      >
        {t.propriedades.apagar}
      </Button>
    </div>
  );
}
