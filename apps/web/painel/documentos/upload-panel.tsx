import { Anchor, Button, CloseButton, Group, Paper, Progress, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { tell } from '../api/errors.ts';
import { Icon } from '../parts/icon.tsx';
import { useBase } from '../texts/base.ts';
import { useDocumentos } from '../texts/documentos.ts';
import styles from './upload-panel.module.css';
import { titleMax, type Upload, useUploads } from './uploads.ts';

/** How each file fares, at the edge of whatever screen is shown. */
export default function UploadPanel() {
  const t = useDocumentos();
  const uploads = useUploads();
  const list = useSyncExternalStore(uploads.subscribe, uploads.snapshot);
  if (list.length === 0) return null;
  const busy = list.some(({ state }) => state === 'queue' || state === 'sending');
  return (
    <Paper component="section" withBorder shadow="md" className={styles.panel} aria-label={t.envio.titulo}>
      <Group justify="space-between" p="sm">
        <Title order={2} size="h5">
          {t.envio.titulo}
        </Title>
        {!busy && <CloseButton aria-label={t.envio.close} onClick={uploads.clear} />}
      </Group>
      <Stack component="ul" className="plain-list" gap="sm" p="sm" pt={0} aria-live="polite">
        {list.map((one) => (
          <li key={one.id}>
            <OneUpload one={one} />
          </li>
        ))}
      </Stack>
    </Paper>
  );
}

function OneUpload({ one }: { readonly one: Upload }) {
  const t = useDocumentos();
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600} truncate dir="auto" title={one.titulo}>
        {one.titulo}
      </Text>
      {(one.state === 'queue' || one.state === 'sending') && (
        <>
          <Progress value={one.share * 100} aria-label={t.envio.progress(one.titulo)} />
          <Text size="xs" c="dimmed">
            {one.share < 1 ? t.envio.sending(Math.round(one.share * 100)) : t.envio.checking}
          </Text>
        </>
      )}
      {one.state === 'ready' && one.endereco && (
        <Group gap="xs" justify="space-between">
          <Text size="xs" className="good">
            <Icon name="tick" size={14} /> {t.envio.ready[one.becoming.what]}
          </Text>
          <Anchor component={Link} size="sm" to={one.endereco}>
            {t.envio.prepare}
          </Anchor>
        </Group>
      )}
      {one.state === 'failed' && <Failed one={one} />}
    </Stack>
  );
}

function Failed({ one }: { readonly one: Upload }) {
  const base = useBase();
  const t = useDocumentos();
  const uploads = useUploads();
  const told = one.refused ? null : tell(one.error, base.erros);
  const badTitle = told?.erros.some(({ campo }) => campo === 'titulo' || campo === 'nome') ?? false;
  const [titulo, setTitulo] = useState(one.titulo);
  const message = one.refused
    ? t.envio[one.refused]
    : told?.erros.map(({ mensagem }) => mensagem).join(' ') || told?.mensagem;
  return (
    <>
      <Text size="xs" className="bad" role="alert">
        {message}
      </Text>
      {badTitle && (
        <TextInput
          size="xs"
          aria-label={t.envio.called[one.becoming.what]}
          maxLength={titleMax(one.becoming)}
          value={titulo}
          onChange={(event) => setTitulo(event.currentTarget.value)}
        />
      )}
      {!one.refused && (
        <Button size="compact-xs" variant="default" onClick={() => uploads.retry(one.id, titulo)}>
          {t.envio.repeat}
        </Button>
      )}
    </>
  );
}
