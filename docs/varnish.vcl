# A cache for the live video, between viewers and the instance that receives it. TLS ends before it, in nginx or hitch.
# Start it with: varnishd -a :6081 -f /etc/varnish/varnish.vcl -s malloc,256m
# Start the site with TRUST_PROXY set to the address of this machine.
vcl 4.1;

backend npc_stream_video {
  .host = "127.0.0.1";
  .port = "3001";
  # A request for the next part is answered when the part is ready, after six seconds at most.
  .first_byte_timeout = 20s;
}

sub vcl_recv {
  # Browsers that publish.
  if (req.http.Upgrade) {
    return (pipe);
  }
  if (req.method != "GET" || req.url !~ "^/live/") {
    return (pass);
  }
  # Cookies change no video.
  unset req.http.Cookie;
  return (hash);
}

sub vcl_pipe {
  set bereq.http.Upgrade = req.http.Upgrade;
  set bereq.http.Connection = req.http.Connection;
}

sub vcl_backend_response {
  if (bereq.uncacheable) {
    return (deliver);
  }
  set beresp.grace = 0s;
  if (beresp.status != 200) {
    set beresp.ttl = 0s;
  } elsif (bereq.url ~ "\.m3u8\?") {
    # Everybody who waits for the same part gets this playlist, at the moment it is ready.
    set beresp.ttl = 1s;
  } elsif (bereq.url ~ "\.m3u8$") {
    set beresp.ttl = 0.2s;
  } elsif (bereq.url ~ "/still\.mp4$") {
    set beresp.ttl = 2s;
  } else {
    set beresp.ttl = 60s;
  }
  return (deliver);
}
