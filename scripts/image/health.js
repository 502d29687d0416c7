// The health check of the image: exit code 0 while the instance serves, also with a degraded part.
const port = process.env.PORT || 8080;
fetch(`http://127.0.0.1:${port}/healthz`).then(
  (response) => process.exit(response.ok ? 0 : 1),
  () => process.exit(1),
);
