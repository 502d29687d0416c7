# An edge: a cache that carries live streams and recordings to many viewers for one request to the instance.
#
#   1. Set the host and port of the instance below, and TRUST_PROXY of the instance to the address of the edge.
#   2. varnishd -a 127.0.0.1:6081 -f /etc/varnish/tributary.vcl -s malloc,1G
#   3. Put TLS in front of it (deploy/edges/Caddyfile).
#
# How long a response may be kept is said by the instance: one second for live media, so that a stream that an admin
# stops disappears from every edge within that second.
vcl 4.1;

backend instance {
  .host = "127.0.0.1";
  .port = "8080";
  .connect_timeout = 2s;
  # A playlist is answered once its next part exists, which takes up to three target durations.
  .first_byte_timeout = 30s;
  .between_bytes_timeout = 10s;
}

sub vcl_recv {
  if (req.http.Upgrade ~ "(?i)websocket") {
    return (pipe);
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Addresses of gated media on MEDIA_URL begin with `/~` and the grant of a viewer, and pass with the rest.
  if (req.url !~ "^/(live|recordings|thumbnails|pictures|assets)/") {
    return (pass);
  }
  # A viewer of a gated stream. The instance answers each of them alone, so they do not wait for each other.
  if (req.http.Cookie ~ "tributary_playback=") {
    return (pass);
  }
  # Other cookies do not keep a response from the cache. They reach the instance, which marks as private what depends on
  # them: a creator's own private recording, for example.
  return (hash);
}

# The key is the host and the whole URL, which holds _HLS_msn, _HLS_part and _HLS_skip. Requests for a part or a playlist
# that is being fetched wait for that one response, and get it while it arrives.

sub vcl_backend_response {
  # Nothing stale: must-revalidate.
  set beresp.grace = 0s;
  # The bytes stay for later requests, which ask the instance whether they may still be shown (304).
  set beresp.keep = 1m;
}

sub vcl_deliver {
  if (obj.hits > 0) {
    set resp.http.X-Cache = "HIT";
  } else {
    set resp.http.X-Cache = "MISS";
  }
}

sub vcl_pipe {
  set bereq.http.Upgrade = req.http.Upgrade;
  set bereq.http.Connection = "Upgrade";
}
