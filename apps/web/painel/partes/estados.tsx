import { Alert, Anchor, Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { RubricaError } from '@rubrica/sdk';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { tell } from '../api/erros.ts';
import { useAlcanca } from '../contexto.tsx';
import { useBase } from '../textos/base.ts';
import { Icone, type NomeIcone } from './icone.tsx';

/** Something is on its way. It says so only where it takes long enough to wonder. */
export function Carregando({ rotulo }: { readonly rotulo?: string }) {
  return (
    <Center mih={160} role="status" aria-label={rotulo ?? 'Rubrica'}>
      <Loader type="dots" className="demora" />
    </Center>
  );
}

/** What could not be had, why, and how to ask again. */
export function Falha({ erro, repetir }: { readonly erro: unknown; readonly repetir?: (() => void) | undefined }) {
  const t = useBase();
  const { mensagem, requestId, chamada } = tell(erro, t.erros);
  const reaches = useAlcanca('listarChamadas');
  const missing = erro instanceof RubricaError && erro.status === 404;
  return (
    <Alert
      color="red"
      variant="outline"
      className="aviso-erro"
      icon={<Icone nome="alerta" />}
      title={missing ? t.falha.naoEncontrado : t.falha.titulo}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{missing ? t.falha.naoEncontradoTexto : mensagem}</Text>
        {requestId && (
          <Text size="xs" c="dimmed">
            {t.falha.codigo(requestId)}
            {chamada && reaches && (
              <>
                {' '}
                <Anchor component={Link} to={chamada} size="xs" underline="always">
                  {t.falha.verChamada}
                </Anchor>
              </>
            )}
          </Text>
        )}
        {repetir && !missing && (
          <Button variant="default" size="xs" onClick={repetir}>
            {t.acoes.tentarDeNovo}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Nothing here yet: what this place is for, and how to begin. */
export function Vazio(props: {
  readonly icone: NomeIcone;
  readonly titulo: string;
  readonly texto: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <Stack align="center" gap="sm" py={56} px="md" className="vazio">
      <span className="vazio-sinal">
        <Icone nome={props.icone} tamanho={32} />
      </span>
      <Title order={2} size="h3" ta="center">
        {props.titulo}
      </Title>
      <Text c="dimmed" ta="center" maw={520}>
        {props.texto}
      </Text>
      {props.children && (
        <Group justify="center" mt="xs">
          {props.children}
        </Group>
      )}
    </Stack>
  );
}
