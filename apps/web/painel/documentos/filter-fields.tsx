import { ActionIcon, Button, Group, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { StatusDocumento } from '@rubrica/contract';
import { DOCUMENT_STATUSES } from '@rubrica/contract/enums';
import { type ReactNode, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { useBase } from '../texts/base.ts';
import { useDocumentos, useWords } from '../texts/documentos.ts';
import styles from './filter-fields.module.css';
import { type Filters, type Order, ordersUnder, PERIODS, type Period } from './filters.ts';

interface Props {
  readonly filters: Filters;
  readonly onFilters: (change: Partial<Filters>) => void;
}

/** What narrows and orders the list. Orders that no index serves under the other filters are not offered. */
export function FilterFields({ filters, onFilters }: Props) {
  const t = useDocumentos();
  return (
    <NarrowingFields filters={filters} onFilters={onFilters}>
      <PeriodField period={filters.period} onPeriod={(period) => onFilters({ period })} />
      <NativeSelect
        className={styles.choice}
        aria-label={t.list.order}
        value={filters.order}
        onChange={(event) => onFilters({ order: event.currentTarget.value as Order })}
        data={ordersUnder(filters).map((value) => ({ value, label: t.list.orders[value] }))}
      />
    </NarrowingFields>
  );
}

/** By text and by state, and whatever else a list is narrowed by. */
export function NarrowingFields({ filters, onFilters, children }: Props & { readonly children?: ReactNode }) {
  const t = useDocumentos();
  const words = useWords();
  return (
    <Group gap="sm" align="flex-end">
      <Search busca={filters.busca} onBusca={(busca) => onFilters({ busca })} />
      <NativeSelect
        className={styles.choice}
        aria-label={t.list.estado}
        value={filters.status ?? ''}
        onChange={(event) => onFilters({ status: (event.currentTarget.value || null) as StatusDocumento | null })}
        data={[
          { value: '', label: t.list.allStates },
          ...DOCUMENT_STATUSES.map((value) => ({ value, label: words.statusDocumento[value] })),
        ]}
      />
      {children}
    </Group>
  );
}

function Search({ busca, onBusca }: { readonly busca: string; readonly onBusca: (busca: string) => void }) {
  const base = useBase();
  const t = useDocumentos();
  const [text, setText] = useState(busca);
  const search = useDebouncedCallback(onBusca, 300);
  return (
    <TextInput
      className="grow"
      aria-label={t.list.busca}
      placeholder={t.list.busca}
      type="search"
      maxLength={200}
      leftSection={<Icon name="search" />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
      rightSection={
        text !== '' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={base.actions.cancel}
            onClick={() => {
              setText('');
              search.cancel();
              onBusca('');
            }}
          >
            <Icon name="cancel" />
          </ActionIcon>
        )
      }
    />
  );
}

const OF_DAYS = 'dias';

/** The last days, or days of the calendar. */
function PeriodField({ period, onPeriod }: { period: Period | null; onPeriod: (period: Period | null) => void }) {
  const t = useDocumentos().list;
  const [asking, setAsking] = useState(false);
  const days = period && 'days' in period ? period : null;
  const calendar = period && 'from' in period ? period : null;
  const choose = (value: string) => {
    if (value === OF_DAYS) return setAsking(true);
    const chosen = PERIODS.find((one) => String(one) === value);
    onPeriod(chosen ? { days: chosen } : null);
  };
  return (
    <Popover opened={asking} onChange={setAsking} withinPortal={false} trapFocus position="bottom-start">
      <Popover.Target>
        <NativeSelect
          className={styles.choice}
          aria-label={t.period}
          value={calendar ? OF_DAYS : (days?.days ?? '')}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            { value: '', label: t.anyTime },
            ...PERIODS.map((value) => ({ value: String(value), label: t.lastDays(value) })),
            { value: OF_DAYS, label: calendar ? t.between(calendar.from, calendar.to) : t.chooseDays },
          ]}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <Days
          first={calendar ?? { from: null, to: null }}
          onDays={(from, to) => {
            setAsking(false);
            onPeriod(from || to ? { from, to } : null);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface DaysProps {
  readonly first: { readonly from: string | null; readonly to: string | null };
  readonly onDays: (from: string | null, to: string | null) => void;
}

function Days({ first, onDays }: DaysProps) {
  const t = useDocumentos().list;
  const [from, setFrom] = useState(first.from ?? '');
  const [to, setTo] = useState(first.to ?? '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onDays(from || null, to || null);
      }}
    >
      <Stack gap="xs">
        <TextInput
          type="date"
          label={t.from}
          value={from}
          max={to || undefined}
          onChange={(e) => setFrom(e.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t.to}
          value={to}
          min={from || undefined}
          onChange={(e) => setTo(e.currentTarget.value)}
        />
        <Button type="submit" size="xs">
          {t.applyDays}
        </Button>
      </Stack>
    </form>
  );
}
