import { Alert, Button, Code, CopyButton, Group, List, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { SegundoFatorIniciado } from '@rubrica/contract';
import { useState } from 'react';
import { digitsOf } from '../../kit/brazil.ts';
import { usePanel } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { CampoSenha } from '../partes/campo-senha.tsx';
import { entregar } from '../partes/entregar.ts';
import { useForm } from '../partes/formulario.ts';
import { Recusa } from '../partes/recusa.tsx';
import { useBase } from '../textos/base.ts';
import { useConta } from '../textos/conta.ts';

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
      <Recusa texto={props.form.fault} />
      <Group>
        <Button type="submit" {...(props.red ? { color: 'red' } : {})} loading={props.form.busy}>
          {props.act}
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          {base.acoes.cancelar}
        </Button>
      </Group>
    </>
  );
}

/** The password, QR code and key, the first code, and the recovery codes, shown once. */
export function AtivarSegundoFator({ onEnd }: { readonly onEnd: () => void }) {
  const t = useConta();
  const { client } = usePanel();
  const [begun, setBegun] = useState<SegundoFatorIniciado | null>(null);
  const form = useForm({ senha: '' }, { senha: (value) => (value === '' ? t.campos.obrigatorio : null) });
  const begin = async () => setBegun(await client.iniciarSegundoFator({ body: { senha: form.values.senha } }));
  if (begun) return <CadastrarAplicativo begun={begun} onEnd={onEnd} />;
  return (
    <form onSubmit={(event) => void form.submit(event, begin)} noValidate>
      <Stack maw={360}>
        <Text size="sm">{t.conta.ativarTexto}</Text>
        <CampoSenha label={t.campos.senha} autoComplete="current-password" data-autofocus {...form.text('senha')} />
        <FormEnd form={form} act={t.conta.continuar} onCancel={onEnd} />
      </Stack>
    </form>
  );
}

function CadastrarAplicativo({ begun, onEnd }: { readonly begun: SegundoFatorIniciado; readonly onEnd: () => void }) {
  const base = useBase();
  const t = useConta();
  const { client, session } = usePanel();
  const avisos = useAvisos();
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
    avisos.feito(t.conta.ativada);
  };
  if (codes) return <CodigosDeRecuperacao codes={codes} onEnd={onEnd} />;
  return (
    <form onSubmit={(event) => void form.submit(event, confirm)} noValidate>
      <Stack>
        <List type="ordered" spacing="md" className="passos">
          <List.Item>
            <Text>{t.conta.passo1}</Text>
            <img className="qr" src={begun.qrCode} alt={t.conta.qr} width={196} height={196} />
            <Text size="sm">{t.conta.manual}</Text>
            <Group gap="xs">
              <Code className="chave">{grouped(begun.segredo)}</Code>
              <CopyButton value={begun.segredo}>
                {({ copied, copy }) => (
                  <Button size="compact-sm" variant="default" onClick={copy}>
                    {copied ? base.acoes.copiado : base.acoes.copiar}
                  </Button>
                )}
              </CopyButton>
            </Group>
          </List.Item>
          <List.Item>
            <Text>{t.conta.passo2}</Text>
            <TextInput
              label={t.campos.codigo}
              inputMode="numeric"
              autoComplete="one-time-code"
              maw={220}
              {...form.text('codigo')}
            />
          </List.Item>
        </List>
        <FormEnd form={form} act={t.conta.confirmar} onCancel={onEnd} />
      </Stack>
    </form>
  );
}

function CodigosDeRecuperacao({ codes, onEnd }: { readonly codes: readonly string[]; readonly onEnd: () => void }) {
  const base = useBase();
  const t = useConta();
  const text = codes.join('\n');
  const download = () => entregar('rubrica-codigos.txt', `${text}\n`, 'text/plain');
  return (
    <Stack>
      <Alert variant="outline" color="yellow" className="aviso-alerta" title={t.conta.codigos}>
        {t.conta.codigosTexto}
      </Alert>
      <SimpleGrid
        cols={{ base: 1, xs: 2 }}
        spacing="xs"
        component="ul"
        className="codigos"
        aria-label={t.conta.codigos}
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
              {copied ? base.acoes.copiado : t.conta.copiarCodigos}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={download}>
          {t.conta.baixarCodigos}
        </Button>
        <Button onClick={onEnd}>{t.conta.guardei}</Button>
      </Group>
    </Stack>
  );
}

/** Password and code, both: a session left open cannot switch the factor off. */
export function DesativarSegundoFator({ onEnd }: { readonly onEnd: () => void }) {
  const t = useConta();
  const { client, session } = usePanel();
  const avisos = useAvisos();
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
    avisos.feito(t.conta.desativada);
    onEnd();
  };
  return (
    <form onSubmit={(event) => void form.submit(event, off)} noValidate>
      <Stack maw={360}>
        <Text size="sm">{t.conta.desativarTexto}</Text>
        <CampoSenha label={t.campos.senha} autoComplete="current-password" {...form.text('senha')} />
        <TextInput label={t.campos.codigo} inputMode="numeric" autoComplete="one-time-code" {...form.text('codigo')} />
        <FormEnd form={form} act={t.conta.desativar} red onCancel={onEnd} />
      </Stack>
    </form>
  );
}
