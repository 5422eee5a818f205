import { Alert, Button, Progress, Text } from '@mantine/core';
import { Icone } from '../../partes/icone.tsx';
import { useBase } from '../../textos/base.ts';
import type { Opening } from '../mesa/usar-arquivo.ts';
import { useEditor as useTexts } from '../textos/area.ts';
import './abrindo.css';

/** The document on its way, or what keeps it. */
export function Abrindo({ opening, retry }: { readonly opening: Opening; readonly retry: () => void }) {
  const t = useTexts();
  const base = useBase();
  if (opening.state === 'falhou') {
    return (
      <Alert className="abrindo aviso-erro" color="red" variant="outline" role="alert" icon={<Icone nome="alerta" />}>
        <Text size="sm" mb="xs">
          {opening.why === 'linha' ? t.semLinha : t.falhou}
        </Text>
        <Button size="xs" variant="default" onClick={retry}>
          {base.acoes.tentarDeNovo}
        </Button>
      </Alert>
    );
  }
  const share = opening.state === 'carregando' ? opening.share : null;
  return (
    <div className="abrindo" role="status">
      <Text size="sm" c="dimmed">
        {share === null ? t.abrindo : t.baixando}
      </Text>
      {share !== null && <Progress value={share * 100} aria-label={t.baixando} />}
      <div className="folha-vazia" aria-hidden="true" />
    </div>
  );
}
