#!/bin/sh
# Makes a public instance of the folder /opt/tributary, on Debian 12 or later, as root: TLS by Caddy, a backup each day, and
# Prometheus with the alerts. Before it:
#
#   git clone ADDRESS /opt/tributary && cd /opt/tributary
#   npm ci && npm run build && npm prune --omit=dev
#   sh deploy/install.sh live.example.org ada ada@example.org smtp://user:password@mail.example.org:587
#
# The name has to lead to this machine, and the ports 80 and 443 (TCP and UDP) and 1935 (TCP) have to be open. Run it again to
# repair what it made: it keeps settings, keys and data.
set -eu
if [ $# -lt 3 ]; then
  echo 'Usage: sh deploy/install.sh NAME ADMIN ADMIN_EMAIL [SMTP_URL]' >&2
  exit 2
fi
NAME=$1 ADMIN=$2 EMAIL=$3 SMTP=${4:-}
HOME_DIR=/opt/tributary
SETTINGS=/etc/tributary/tributary.env
KEY=/etc/tributary/backup.key
BACKUPS=/var/backups/tributary

echo '1. Programs and a user of its own'
for program in caddy prometheus openssl curl; do
  command -v "$program" >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$program"
done
id tributary >/dev/null 2>&1 ||
  useradd --system --user-group --home-dir /nonexistent --shell /usr/sbin/nologin tributary

echo '2. Settings, and the key of the backups'
install -d -o root -g tributary -m 0750 /etc/tributary
install -d -o tributary -g tributary -m 0700 "$BACKUPS"
[ -e "$KEY" ] || (umask 077 && openssl rand -base64 32 >"$KEY")
chown tributary "$KEY"
if [ ! -e "$SETTINGS" ]; then
  (umask 027 && cat >"$SETTINGS" <<END)
PUBLIC_URL=https://$NAME
HOST=127.0.0.1
TRUST_PROXY=127.0.0.1
SMTP_URL=$SMTP
MAIL_FROM=Tributary <no-reply@$NAME>
METRICS_PORT=9464
BACKUP_TO=$BACKUPS
BACKUP_KEY_FILE=$KEY
END
  chgrp tributary "$SETTINGS"
fi

echo '3. The instance'
install -m 0644 "$HOME_DIR/deploy/tributary.service" /etc/systemd/system/tributary.service
# The unit may write below StateDirectory only.
install -d /etc/systemd/system/tributary.service.d
printf '[Service]\nReadWritePaths=%s\n' "$BACKUPS" >/etc/systemd/system/tributary.service.d/backups.conf
systemctl daemon-reload
systemctl enable --now tributary
until curl -fsS -o /dev/null http://127.0.0.1:8080/healthz 2>/dev/null; do sleep 1; done

echo '4. TLS'
[ -e /etc/caddy/Caddyfile.before-tributary ] || cp /etc/caddy/Caddyfile /etc/caddy/Caddyfile.before-tributary
cat >/etc/caddy/Caddyfile <<END
$NAME {
	reverse_proxy 127.0.0.1:8080 {
		flush_interval -1
	}
}
END
systemctl enable caddy
systemctl restart caddy

echo '5. Monitoring'
install -m 0644 "$HOME_DIR/docs/monitoring/alerts.yml" /etc/prometheus/tributary-alerts.yml
[ -e /etc/prometheus/prometheus.yml.before-tributary ] ||
  cp /etc/prometheus/prometheus.yml /etc/prometheus/prometheus.yml.before-tributary
cat >/etc/prometheus/prometheus.yml <<END
scrape_configs:
  - job_name: tributary
    scrape_interval: 15s
    static_configs:
      - targets: ['127.0.0.1:9464']
rule_files:
  - /etc/prometheus/tributary-alerts.yml
END
promtool check config /etc/prometheus/prometheus.yml
systemctl enable prometheus
systemctl restart prometheus

# The command line as the user of the instance, with its settings.
cat >/usr/local/bin/tributary-admin <<'END'
#!/bin/sh
set -a
. /etc/tributary/admin.env
set +a
cd /opt/tributary
exec setpriv --reuid=tributary --regid=tributary --init-groups node apps/server/dist/admin.js "$@"
END
chmod 0755 /usr/local/bin/tributary-admin
# The same settings as the unit, quoted for a shell.
(umask 077 && {
  echo "NODE_ENV='production' DEMO='false' DATA_DIR='/var/lib/tributary'"
  sed "s/'/'\\\\''/g; s/^\([A-Z0-9_]*\)=\(.*\)$/\1='\2'/" "$SETTINGS"
} >/etc/tributary/admin.env)

echo '6. An admin, whose password is printed once'
tributary-admin create-user --username "$ADMIN" --email "$EMAIL" || echo "The account $ADMIN stays as it is."
tributary-admin grant-role --username "$ADMIN" --role admin

echo '7. The first backup'
tributary-admin backup
tributary-admin verify-backup

echo '8. What is left to do'
tributary-admin doctor || true
echo
echo "The instance is at https://$NAME. Copy $KEY to another place: without it, the backups cannot be read."
