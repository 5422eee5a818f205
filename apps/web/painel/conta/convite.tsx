import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import type { Convite, SessaoIniciada } from '@rubrica/contract';
import { NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { RubricaError } from '@rubrica/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ROOT_OF } from '../ambiente.ts';
import { goTo } from '../casca/voltar.ts';
import { usePanel } from '../contexto.tsx';
import { CampoSenha } from '../partes/campo-senha.tsx';
import { Carregando, Falha } from '../partes/estados.tsx';
import { useForm } from '../partes/formulario.ts';
import { Recusa } from '../partes/recusa.tsx';
import { useBase } from '../textos/base.ts';
import { useConta } from '../textos/conta.ts';
import { challengeOf, SegundoFator } from './formulario-entrar.tsx';
import { PaginaDeEntrada } from './pagina.tsx';

/** `/convite/{token}`, from the e-mail of the invitation. */
export function Component() {
  const t = useConta();
  const { plain } = usePanel();
  const { token = '' } = useParams();
  const invitation = useQuery({
    queryKey: ['convite', token],
    queryFn: () => plain.obterConvite({ params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (invitation.data) return <Aceitar token={token} convite={invitation.data} />;
  if (!invitation.error) return <Carregando />;
  const over = invitation.error instanceof RubricaError && invitation.error.status < 500;
  return (
    <PaginaDeEntrada
      titulo={over ? t.convite.invalidoTitulo : t.convite.titulo}
      rodape={
        <Anchor component={Link} to="/entrar" size="sm">
          {t.entrar.botao}
        </Anchor>
      }
    >
      {over ? (
        <Text>{t.convite.invalido}</Text>
      ) : (
        <Falha erro={invitation.error} repetir={() => void invitation.refetch()} />
      )}
    </PaginaDeEntrada>
  );
}

function Aceitar({ token, convite }: { readonly token: string; readonly convite: Convite }) {
  const base = useBase();
  const t = useConta();
  const panel = usePanel();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [desafioId, setDesafioId] = useState<string | null>(null);
  const required = (value: string) => (value.trim() === '' ? t.campos.obrigatorio : null);
  const form = useForm({ nome: '', senha: '' }, { nome: required, senha: required });
  const entered = (session: SessaoIniciada) => {
    queries.clear();
    panel.session.begin(session);
    goTo(null, ROOT_OF[panel.ambiente], navigate);
  };
  const accept = async () => {
    const { nome, senha } = form.values;
    try {
      entered(await panel.plain.aceitarConvite({ params: { token }, body: { nome: nome.trim(), senha } }));
    } catch (error) {
      const challenge = challengeOf(error);
      if (challenge === null) throw error;
      setDesafioId(challenge);
    }
  };
  return (
    <PaginaDeEntrada titulo={t.convite.titulo} texto={t.convite.texto(convite.organizacao, base.papel[convite.papel])}>
      {desafioId !== null ? (
        <SegundoFator desafioId={desafioId} onBack={() => setDesafioId(null)} onEntered={entered} />
      ) : (
        <form onSubmit={(event) => void form.submit(event, accept)} noValidate>
          <Stack>
            <Text size="sm" className="titulo-quebra">
              {t.convite.conta(convite.email)}
            </Text>
            <TextInput label={t.campos.nome} autoComplete="name" maxLength={NAME_MAX_CHARS} {...form.text('nome')} />
            <CampoSenha
              label={t.campos.senha}
              description={t.campos.dicaSenha}
              autoComplete="new-password"
              {...form.text('senha')}
            />
            <Recusa texto={form.fault} />
            <Button type="submit" loading={form.busy}>
              {t.convite.botao}
            </Button>
          </Stack>
        </form>
      )}
    </PaginaDeEntrada>
  );
}
