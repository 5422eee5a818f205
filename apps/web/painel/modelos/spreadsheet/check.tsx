import { Button, Group, NativeSelect, Paper, Text, Title } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { useState } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { Tag } from '../../parts/tag.tsx';
import { useSpreadsheetTexts } from '../../texts/modelos.ts';
import { Gradually } from './gradually.tsx';
import { useIssues } from './issues.ts';
import styles from './line.module.css';
import type { Line } from './lines.ts';

interface Props {
  readonly modelo: Modelo;
  readonly lines: readonly Line[];
  readonly enviar: boolean;
  readonly onCreate: () => void;
}

type Visible = 'all' | 'issues' | 'doubts';

const isReady = ({ issues }: Line) => issues.length === 0;
const isDoubtful = (linha: Line) => isReady(linha) && linha.doubts.length > 0;

/** What each line would make, and what is wrong with it, before anything is made. */
export function Check({ modelo, lines, enviar, onCreate: onCriar }: Props) {
  const t = useSpreadsheetTexts().check;
  const [visible, setVisible] = useState<Visible>('all');
  const ready = lines.filter(isReady).length;
  const wrong = lines.length - ready;
  const doubtful = lines.filter(isDoubtful).length;
  const shown = lines.filter((one) => visible === 'all' || (visible === 'issues' ? !isReady(one) : isDoubtful(one)));
  return (
    <Paper withBorder p="lg" component="section">
      <Group justify="space-between" mb="sm">
        <Group gap="sm" role="status">
          <Title order={2} size="h4">
            {t.titulo}
          </Title>
          <Tag tone="ok">{t.readyOnes(ready)}</Tag>
          {wrong > 0 && <Tag tone="danger">{t.withIssue(wrong)}</Tag>}
          {doubtful > 0 && <Tag tone="warning">{t.doubtful(doubtful)}</Tag>}
        </Group>
        <NativeSelect
          aria-label={t.show}
          size="xs"
          value={visible}
          data={[
            { value: 'all', label: t.allItems },
            { value: 'issues', label: t.issuesOnly },
            { value: 'doubts', label: t.doubtsOnly },
          ]}
          onChange={(event) => setVisible(event.currentTarget.value as Visible)}
        />
      </Group>
      {wrong > 0 && (
        <Text size="sm" mb="sm">
          {t.stayOut}
        </Text>
      )}
      <Gradually
        key={visible}
        itens={shown}
        rotulo={t.titulo}
        chave={({ line: linha }) => linha}
        linha={(linha) => <Previewed modelo={modelo} linha={linha} />}
      />
      <Group justify="flex-end" mt="md">
        <Button disabled={ready === 0} leftSection={<Icon name={enviar ? 'send' : 'plus'} />} onClick={onCriar}>
          {enviar ? t.enviar(ready) : t.criar(ready)}
        </Button>
      </Group>
    </Paper>
  );
}

function Previewed({ modelo, linha }: { readonly modelo: Modelo; readonly linha: Line }) {
  const t = useSpreadsheetTexts().check;
  const issues = useIssues(modelo);
  const wrong = issues.ofLine(linha);
  const doubts = issues.doubts(linha);
  return (
    <>
      <span className={styles.number}>
        <span className="unseen">{t.linha} </span>
        {linha.line}
      </span>
      <Announced linha={linha} />
      <span className={styles.state}>
        {wrong.length === 0 && doubts.length === 0 && <span className="good">{t.ready}</span>}
        {wrong.map((text) => (
          <span key={text} className="bad">
            {text}
          </span>
        ))}
        {doubts.map((text) => (
          <span key={text} className={styles.doubt}>
            {text}
          </span>
        ))}
      </span>
    </>
  );
}

/** The title and the people of a line. */
export function Announced({ linha: { filling } }: { readonly linha: Line }) {
  if (!filling) return <span className="muted">—</span>;
  const people = filling.persons
    .map(({ nome, email, telefone }) => [nome, email || telefone].filter(Boolean).join(', '))
    .filter(Boolean);
  return (
    <span className={styles.said}>
      <span className={styles.title} dir="auto">
        {filling.titulo}
      </span>
      <span className="muted" dir="auto">
        {people.join(' · ')}
      </span>
    </span>
  );
}
