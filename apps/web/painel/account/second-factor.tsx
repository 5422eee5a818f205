import { Alert, Button, Code, CopyButton, Group, List, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { SegundoFatorIniciado } from '@rubrica/contract';
import { useState } from 'react';
import { digitsOf } from '../../kit/brazil.ts';
import { handOver } from '../../kit/hand-over.ts';
import { usePanel } from '../context.tsx';
import { useForm } from '../parts/form.ts';
import { useNotices } from '../parts/notices.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { Refused } from '../parts/refusal.tsx';
import { useAccountTexts } from '../texts/account.ts';
import { useBase } from '../texts/base.ts';
import styles from './second-factor.module.css';

/** The key in groups of four, as it is read out or typed. */
const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** The foot of a form of this page: what the service refused, the act, and the way out. */
function FormEnd(props: {
  readonly form: { readonly fault: string | null; readonly busy: boolean };
  readonly act: string;
  readonly red?: boolean;
  readonly onCancel: () => void;
}) {
  const base = useBase();
  return (
    <>
      <Refused texto={props.form.fault} />
      <Group>
        <Button type="submit" {...(props.red ? { color: 'red' } : {})} loading={props.form.busy}>
          {props.act}
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          {base.actions.cancel}
        </Button>
      </Group>
    </>
  );
}

/** The password, QR code and key, the first code, and the recovery codes, shown once. */
export function EnableSecondFactor({ onEnd }: { readonly onEnd: () => void }) {
  const t = useAccountTexts();
  const { client } = usePanel();
  const [begun, setBegun] = useState<SegundoFatorIniciado | null>(null);
  const form = useForm({ senha: '' }, { senha: (value) => (value === '' ? t.campos.obrigatorio : null) });
  const begin = async () => setBegun(await client.iniciarSegundoFator({ body: { senha: form.values.senha } }));
  if (begun) return <EnrolApp begun={begun} onEnd={onEnd} />;
  return (
    <form onSubmit={(event) => void form.submit(event, begin)} noValidate>
      <Stack maw={360}>
        <Text size="sm">{t.account.activateText}</Text>
        <PasswordField label={t.campos.senha} autoComplete="current-password" data-autofocus {...form.text('senha')} />
        <FormEnd form={form} act={t.account.goOn} onCancel={onEnd} />
      </Stack>
    </form>
  );
}

function EnrolApp({ begun, onEnd }: { readonly begun: SegundoFatorIniciado; readonly onEnd: () => void }) {
  const base = useBase();
  const t = useAccountTexts();
  const { client, session } = usePanel();
  const notices = useNotices();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const form = useForm(
    { codigo: '' },
    { codigo: (value) => (digitsOf(value).length === 6 ? null : t.campos.codigoInvalido) },
  );
  const confirm = async () => {
    const body = { codigo: digitsOf(form.values.codigo) };
    const { codigosRecuperacao } = await client.confirmarSegundoFator({ body });
    setCodes(codigosRecuperacao);
    session.update({ segundoFator: true });
    notices.done(t.account.activated);
  };
  if (codes) return <RecoveryCodes codes={codes} onEnd={onEnd} />;
  return (
    <form onSubmit={(event) => void form.submit(event, confirm)} noValidate>
      <Stack>
        <List type="ordered" spacing="md">
          <List.Item>
            <Text>{t.account.step1}</Text>
            <img className={styles.qr} src={begun.qrCode} alt={t.account.qr} width={196} height={196} />
            <Text size="sm">{t.account.manual}</Text>
            <Group gap="xs">
              <Code className={styles.key}>{grouped(begun.segredo)}</Code>
              <CopyButton value={begun.segredo}>
                {({ copied, copy }) => (
                  <Button size="compact-sm" variant="default" onClick={copy}>
                    {copied ? base.actions.copied : base.actions.copy}
                  </Button>
                )}
              </CopyButton>
            </Group>
          </List.Item>
          <List.Item>
            <Text>{t.account.step2}</Text>
            <TextInput
              label={t.campos.codigo}
              inputMode="numeric"
              autoComplete="one-time-code"
              maw={220}
              {...form.text('codigo')}
            />
          </List.Item>
        </List>
        <FormEnd form={form} act={t.account.confirmar} onCancel={onEnd} />
      </Stack>
    </form>
  );
}

function RecoveryCodes({ codes, onEnd }: { readonly codes: readonly string[]; readonly onEnd: () => void }) {
  const base = useBase();
  const t = useAccountTexts();
  const text = codes.join('\n');
  const download = () => handOver('rubrica-codigos.txt', `${text}\n`, 'text/plain');
  return (
    <Stack>
      <Alert variant="outline" color="yellow" className="alert-warning" title={t.account.codigos}>
        {t.account.codesText}
      </Alert>
      <SimpleGrid
        cols={{ base: 1, xs: 2 }}
        spacing="xs"
        component="ul"
        className={styles.codes}
        aria-label={t.account.codigos}
      >
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? base.actions.copied : t.account.copyCodes}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={download}>
          {t.account.downloadCodes}
        </Button>
        <Button onClick={onEnd}>{t.account.keptThem}</Button>
      </Group>
    </Stack>
  );
}

/** Password and code, both: a session left open cannot switch the factor off. */
export function DisableSecondFactor({ onEnd }: { readonly onEnd: () => void }) {
  const t = useAccountTexts();
  const { client, session } = usePanel();
  const notices = useNotices();
  const form = useForm(
    { senha: '', codigo: '' },
    {
      senha: (value) => (value === '' ? t.campos.obrigatorio : null),
      codigo: (value) => (digitsOf(value).length === 6 ? null : t.campos.codigoInvalido),
    },
  );
  const off = async () => {
    const { senha, codigo } = form.values;
    await client.desativarSegundoFator({ body: { senha, codigo: digitsOf(codigo) } });
    session.update({ segundoFator: false });
    notices.done(t.account.deactivated);
    onEnd();
  };
  return (
    <form onSubmit={(event) => void form.submit(event, off)} noValidate>
      <Stack maw={360}>
        <Text size="sm">{t.account.disableText}</Text>
        <PasswordField label={t.campos.senha} autoComplete="current-password" {...form.text('senha')} />
        <TextInput label={t.campos.codigo} inputMode="numeric" autoComplete="one-time-code" {...form.text('codigo')} />
        <FormEnd form={form} act={t.account.desativar} red onCancel={onEnd} />
      </Stack>
    </form>
  );
}
