import { Anchor, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ROOT_OF } from '../ambiente.ts';
import { goTo } from '../casca/voltar.ts';
import { usePanel } from '../contexto.tsx';
import { useConta } from '../textos/conta.ts';
import FormularioEntrar from './formulario-entrar.tsx';
import { PaginaDeEntrada } from './pagina.tsx';

/** `/entrar?voltar=…` */
export function Component() {
  const t = useConta();
  const panel = usePanel();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return (
    <PaginaDeEntrada
      titulo={t.entrar.titulo}
      rodape={
        <>
          <Text size="sm">{t.entrar.semConta}</Text>
          <Anchor component={Link} to="/cadastro" size="sm">
            {t.entrar.criar}
          </Anchor>
        </>
      }
    >
      <FormularioEntrar
        onEntered={(session) => {
          queries.clear();
          panel.session.begin(session);
          goTo(query.get('voltar'), ROOT_OF[panel.ambiente], navigate);
        }}
      />
      <Anchor component={Link} to="/esqueci-a-senha" size="sm">
        {t.entrar.esqueci}
      </Anchor>
    </PaginaDeEntrada>
  );
}
