import { Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useMember, usePanel } from '../contexto.tsx';
import { Tela } from '../partes/tela.tsx';
import { useBase } from '../textos/base.ts';
import { useConta } from '../textos/conta.ts';
import { AtivarSegundoFator, DesativarSegundoFator } from './segundo-fator.tsx';

/** `/conta`: who I am, and the second factor. */
export function Component() {
  const base = useBase();
  const t = useConta();
  const { usuario, organizacao } = useMember();
  return (
    <Tela titulo={t.conta.titulo} estreita>
      <Paper withBorder p="lg" component="section" aria-labelledby="dados">
        <Stack gap="xs">
          <Title order={2} size="h4" id="dados">
            {t.conta.pessoa}
          </Title>
          <Text fw={600} dir="auto" className="titulo-quebra">
            {usuario.nome}
          </Text>
          <Text className="titulo-quebra">{usuario.email}</Text>
          <Text c="dimmed" size="sm" dir="auto" className="titulo-quebra">
            {t.conta.papelEm(base.papel[organizacao.papel], organizacao.nome)}
          </Text>
          <Anchor component={Link} to="/conta/sessoes" size="sm">
            {t.conta.verSessoes}
          </Anchor>
        </Stack>
      </Paper>
      <SegundoFatorDaConta />
    </Tela>
  );
}

function SegundoFatorDaConta() {
  const t = useConta();
  const { session } = usePanel();
  const known = useSyncExternalStore(session.subscribe, session.read);
  const active = known?.usuario.segundoFator ?? false;
  const [act, setAct] = useState<'ativar' | 'desativar' | null>(null);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="segundo-fator">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4" id="segundo-fator">
            {t.conta.segundoFator}
          </Title>
          <Badge color={active ? 'green' : 'gray'} variant="light" tt="none">
            {active ? t.conta.ativo : t.conta.inativo}
          </Badge>
        </Group>
        <Text size="sm">{t.conta.explica}</Text>
        {act === 'ativar' && <AtivarSegundoFator onEnd={() => setAct(null)} />}
        {act === 'desativar' && <DesativarSegundoFator onEnd={() => setAct(null)} />}
        {act === null && (
          <Group>
            {active ? (
              <Button variant="default" onClick={() => setAct('desativar')}>
                {t.conta.desativar}
              </Button>
            ) : (
              <Button onClick={() => setAct('ativar')}>{t.conta.ativar}</Button>
            )}
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
